/** Tests that enlarged text clips nothing, for a list of routes. */
import type { Page } from '@playwright/test';
import { openRoute } from '../openRoute.ts';
import { test } from '../test.ts';
import { applyTextSpacing, expectNothingClipped, zooms } from './pageChecks.ts';

/** Twice the default size of browsers. */
const largePx = 32;

/** Like the font size setting of the browser: everything measured in rem grows with it. */
export async function enlargeFont(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: largePx, fixed: largePx } });
}

/** German has the longest words. */
export async function setGerman(page: Page, fontSize: 'medium' | 'extra-large') {
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

    for (const { zoom, ...viewport } of zooms) {
      test(`at ${zoom} nothing is clipped and nothing scrolls sideways`, async ({ page }) => {
        await page.setViewportSize(viewport);
        for (const route of routes) {
          await openRoute(page, route);
          await expectNothingClipped(page, route);
        }
      });
    }

    for (const viewport of [
      { width: 320, height: 640 },
      { width: 390, height: 844 },
    ]) {
      test(`in German, nothing is clipped with the largest text at ${viewport.width} px`, async ({
        page,
      }) => {
        await page.setViewportSize(viewport);
        await setGerman(page, 'extra-large');
        for (const route of routes) {
          await openRoute(page, route);
          await expectNothingClipped(page, route);
        }
      });
    }

    test('in German, nothing is clipped with doubled browser font size on a phone', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await setGerman(page, 'medium');
      await enlargeFont(page);
      for (const route of routes) {
        await openRoute(page, route);
        await expectNothingClipped(page, route);
      }
    });

    // WCAG 1.4.12.
    test('nothing is clipped with wide text spacing', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const route of routes) {
        await openRoute(page, route);
        await applyTextSpacing(page);
        await expectNothingClipped(page, route);
      }
    });
  });
}
