/** What large text must not cost, on every one of some pages. */
import { openRoute } from './openRoute.ts';
import { expectNothingLost, spaceOutText, zooms } from './reach.ts';
import { test } from './test.ts';

export function testEnlarged(routes: readonly string[]) {
  test.describe('enlarged', () => {
    test.skip(({ hasTouch }) => hasTouch, 'the widths are set here');

    for (const { zoom, ...left } of zooms) {
      test(`at ${zoom} nothing is lost and nothing scrolls sideways`, async ({ page }) => {
        await page.setViewportSize(left);
        for (const route of routes) {
          await openRoute(page, route);
          await expectNothingLost(page, route);
        }
      });
    }

    // WCAG 1.4.12.
    test('with wide text spacing nothing is lost', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const route of routes) {
        await openRoute(page, route);
        await spaceOutText(page);
        await expectNothingLost(page, route);
      }
    });
  });
}
