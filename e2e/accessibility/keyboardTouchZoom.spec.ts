/** Every page for those who come by keyboard, by finger, with large text, or with colours of their system. */

import type { Locator } from '@playwright/test';
import { expectKeyboardAccessible, smallTargets } from '../support/checks/pageChecks.ts';
import { expectReadableInSystemColors } from '../support/checks/systemColors.ts';
import { testEnlarged } from '../support/checks/testEnlarged.ts';
import { openRoute } from '../support/openRoute.ts';
import { publicRoutes } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** A walk through a whole page takes its time on a busy machine. */
test.describe.configure({ timeout: 90_000 });

test.describe('by keyboard', () => {
  test.skip(({ hasTouch }) => hasTouch, 'a phone has no Tab key');

  for (const route of publicRoutes) {
    test(`everything on ${route} is reached in order, in sight, with a focus that shows`, async ({
      page,
    }) => {
      await openRoute(page, route);
      await expectKeyboardAccessible(page, route);
    });
  }

  for (const route of ['/', '/contact']) {
    test(`the skip link of ${route} leads past the bar`, async ({ page }) => {
      await openRoute(page, route);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await expect(page.locator('main :focus')).toBeVisible();
      await expect(page.locator('header :focus')).toHaveCount(0);
    });
  }
});

test.describe('by finger', () => {
  test.skip(({ hasTouch }) => !hasTouch, 'a mouse is more exact');

  for (const route of publicRoutes) {
    test(`every target on ${route} is at least 44 px`, async ({ page }) => {
      await openRoute(page, route);
      expect(await smallTargets(page)).toEqual([]);
    });
  }
});

testEnlarged(publicRoutes);

test.describe('in the colours of the system', () => {
  test.skip(({ hasTouch }) => hasTouch, 'the colours are the same on a phone');

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${colorScheme}: everything is readable and what is chosen can be seen`, async ({
      page,
    }) => {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      const settings = '/accessibility-settings';
      await openRoute(page, settings);
      await expectReadableInSystemColors(page, settings);
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
      await openRoute(page, '/');
      await expectReadableInSystemColors(page, '/');
      expect(await ground('[role="tab"][aria-selected="true"]')).not.toBe(
        await ground('[role="tab"]:nth-child(2)'),
      );
    });
  }

  test('where one is and what one types can be seen', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    const ground = (locator: Locator) =>
      locator.evaluate((element) => getComputedStyle(element).backgroundColor);

    await openRoute(page, '/login');
    const ways = page.locator('main nav a');
    expect(await ground(ways.nth(0))).not.toBe(await ground(ways.nth(1)));

    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog').getByRole('link');
    const edge = (name: string) =>
      menu
        .filter({ hasText: name })
        .evaluate((element) => getComputedStyle(element).borderInlineStartWidth);
    expect(await edge('Login')).not.toBe(await edge('Accessibility'));

    await openRoute(page, '/locations');
    await page.getByRole('combobox').fill('Berlin');
    const chosen = page.getByRole('option', { selected: true });
    await expect(chosen).toHaveCSS('outline-style', 'solid');
    await expectReadableInSystemColors(page, '/locations');
  });

  test('the range of a day keeps its colours', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await openRoute(page, '/');
    await page.getByRole('tab', { name: '15 days' }).click();
    const track = page.locator('[role="tabpanel"] li :has(> [style*="linear-gradient"])').first();
    await expect(track).not.toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });
});
