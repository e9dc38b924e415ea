/** The pictures that a browser shows before the app is installed; run by `make pictures`. */
import { setAppearance } from '../support/appearance.ts';
import { openRoute } from '../support/openRoute.ts';
import { languages } from '../support/routes.ts';
import { test } from '../support/test.ts';

const folder = '../web/public/screenshots';
const screens = [
  { name: 'phone', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  { name: 'desk', viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1 },
];

for (const { name, ...screen } of screens) {
  test.describe(name, () => {
    test.use(screen);
    for (const language of languages)
      test(language, async ({ page }) => {
        await setAppearance(page, language, 'light');
        await openRoute(page, '/');
        await page.screenshot({
          path: `${folder}/${name}-${language}.jpg`,
          type: 'jpeg',
          quality: 80,
        });
      });
  });
}
