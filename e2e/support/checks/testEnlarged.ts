/** What large text must not cost, on every one of some pages. */
import type { Page } from '@playwright/test';
import { openRoute } from '../openRoute.ts';
import { test } from '../test.ts';
import { expectNothingClipped, spaceOutText, zooms } from './pageChecks.ts';

/** Twice the size most browsers start with. */
const largePx = 32;

/** As the settings of the browser would: whatever is measured in letters grows with it. */
async function enlargeLetters(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: largePx, fixed: largePx } });
}

/** German has the longest words. */
async function readInGerman(page: Page, fontSize: 'medium' | 'extra-large') {
  await page.addInitScript((size) => {
    const store = (key: string, value: unknown) =>
      localStorage.setItem(key, JSON.stringify({ v: 1, value }));
    store('language', 'de');
    store('accessibility_settings', { fontSize: size });
  }, fontSize);
}

export function testEnlarged(routes: readonly string[]) {
  test.describe('enlarged', () => {
    test.skip(({ hasTouch }) => hasTouch, 'the widths are set here');

    for (const { zoom, ...left } of zooms) {
      test(`at ${zoom} nothing is lost and nothing scrolls sideways`, async ({ page }) => {
        await page.setViewportSize(left);
        for (const route of routes) {
          await openRoute(page, route);
          await expectNothingClipped(page, route);
        }
      });
    }

    test('in German, the largest text leaves nothing out of a narrow window', async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await readInGerman(page, 'extra-large');
      for (const route of routes) {
        await openRoute(page, route);
        await expectNothingClipped(page, route);
      }
    });

    test('in German, letters twice as large in the browser leave nothing out of a phone', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await readInGerman(page, 'medium');
      await enlargeLetters(page);
      for (const route of routes) {
        await openRoute(page, route);
        await expectNothingClipped(page, route);
      }
    });

    // WCAG 1.4.12.
    test('with wide text spacing nothing is lost', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const route of routes) {
        await openRoute(page, route);
        await spaceOutText(page);
        await expectNothingClipped(page, route);
      }
    });
  });
}
