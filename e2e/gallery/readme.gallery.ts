/** The pictures of the README; run by `make pictures`. */
import { setAppearance } from '../support/appearance.ts';
import { openRoute } from '../support/openRoute.ts';
import { test } from '../support/test.ts';

const folder = '../docs/pictures';
const screens = [
  { name: 'phone', theme: 'dark', viewport: { width: 390, height: 844 } },
  { name: 'desktop', theme: 'light', viewport: { width: 1280, height: 900 } },
] as const;

for (const { name, theme, viewport } of screens) {
  test.describe(name, () => {
    test.use({ viewport });
    test('the weather page', async ({ page }) => {
      await setAppearance(page, 'en', theme);
      await openRoute(page, '/');
      await page.screenshot({ path: `${folder}/${name}.jpg`, type: 'jpeg', quality: 80 });
    });
  });
}
