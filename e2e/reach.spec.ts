/** Every page for those who come by keyboard, by finger, with large text, or with colours of their system. */
import type { Page } from '@playwright/test';
import {
  clippedTexts,
  countReachable,
  sidewaysOverflow,
  smallTargets,
  walkByKeyboard,
} from './support/reach.ts';
import { publicRoutes } from './support/routes.ts';
import { expect, expectAccessible, test } from './support/test.ts';

/** A walk through a whole page takes its time on a busy machine. */
test.describe.configure({ timeout: 90_000 });
const loadMs = 20_000;

async function open(page: Page, route: string) {
  await page.goto(route);
  await expect(page.locator('h1')).toBeAttached();
  await expect(page.getByText('Loading')).toHaveCount(0, { timeout: loadMs });
  if (route === '/') await expect(page.locator('text', { hasText: /^Temperature$/ })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}

test.describe('by keyboard', () => {
  test.skip(({ hasTouch }) => hasTouch, 'a phone has no Tab key');

  for (const route of publicRoutes) {
    test(`everything on ${route} is reached in order, in sight, with a focus that shows`, async ({
      page,
    }) => {
      await open(page, route);
      const stops = await walkByKeyboard(page);
      expect(stops[0]?.name).toBe('A Skip to content');
      expect(stops.filter(({ isInView }) => !isInView)).toEqual([]);
      expect(stops.filter(({ outlinePx }) => outlinePx < 2)).toEqual([]);
      const order = stops.map((stop) => stop.order);
      expect(order).toEqual(order.toSorted((one, other) => one - other));
      expect(stops.length).toBe(await countReachable(page));
    });
  }

  test('the skip link leads past the bar', async ({ page }) => {
    await open(page, '/contact');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const isInMain = await page.evaluate(
      () => document.querySelector('main')?.contains(document.activeElement) ?? false,
    );
    expect(isInMain).toBe(true);
  });
});

test.describe('by finger', () => {
  test.skip(({ hasTouch }) => !hasTouch, 'a mouse is more exact');

  for (const route of publicRoutes) {
    test(`every target on ${route} is at least 44 px`, async ({ page }) => {
      await open(page, route);
      expect(await smallTargets(page)).toEqual([]);
    });
  }
});

test.describe('enlarged', () => {
  test.skip(({ hasTouch }) => hasTouch, 'the widths are set here');

  /** What a window of 1280 × 1024 is left with. */
  for (const [zoom, width, height] of [
    ['200 %', 640, 512],
    ['400 %', 320, 256],
  ] as const) {
    test(`at ${zoom} nothing is lost and nothing scrolls sideways`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      for (const route of publicRoutes) {
        await open(page, route);
        expect(await sidewaysOverflow(page), route).toBeLessThanOrEqual(0);
        expect(await clippedTexts(page), route).toEqual([]);
      }
    });
  }

  // WCAG 1.4.12.
  test('with wide text spacing nothing is lost', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const route of publicRoutes) {
      await open(page, route);
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`
          * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
          p { margin-bottom: 2em !important; }`);
        document.adoptedStyleSheets.push(sheet);
      });
      expect(await sidewaysOverflow(page), route).toBeLessThanOrEqual(0);
      expect(await clippedTexts(page), route).toEqual([]);
    }
  });
});

test.describe('in the colours of the system', () => {
  test.skip(({ hasTouch }) => hasTouch, 'the colours are the same on a phone');

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${colorScheme}: everything is readable and what is chosen can be seen`, async ({
      page,
    }) => {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await open(page, '/accessibility-settings');
      await expectAccessible(page);
      const ground = (selector: string) =>
        page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
      const size = 'fieldset:has(legend:text-is("Text size"))';
      expect(await ground(`${size} label:has(:checked) span`)).not.toBe(
        await ground(`${size} label:has([value="small"]) span`),
      );
      const motion = 'label:has([role="switch"]):has-text("Reduce motion") [aria-hidden="true"]';
      const off = await ground(motion);
      await page.getByRole('switch', { name: /^Reduce motion/ }).click({ force: true });
      await expect.poll(() => ground(motion)).not.toBe(off);
      await open(page, '/');
      await expectAccessible(page);
      expect(await ground('[role="tab"][aria-selected="true"]')).not.toBe(
        await ground('[role="tab"]:nth-child(2)'),
      );
    });
  }
});
