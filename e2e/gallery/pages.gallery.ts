/** One picture of every page and state, for each size, theme and language. */
import type { Page } from '@playwright/test';
import { signUp } from '../support/account.ts';
import { setAppearance } from '../support/appearance.ts';
import { issueAlert } from '../support/issueAlert.ts';
import { openRoute } from '../support/openRoute.ts';
import { languages, publicRoutes, signedInRoutes, themes } from '../support/routes.ts';
import { savePlaces } from '../support/savedPlaces.ts';
import { expect, test } from '../support/test.ts';
import { galleryFolder } from './folder.ts';

const sizes = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
];

/** States of the dashboard that no address leads to. */
const states: Record<string, (page: Page) => Promise<void>> = {
  'daily tab': async (page) => openRoute(page, '/?tab=daily'),
  '15 days tab': async (page) => openRoute(page, '/?tab=outlook'),
  'alert opened': async (page) => {
    await issueAlert(page, 'severe');
    await openRoute(page, '/');
    await page.locator('details[data-level] > summary').first().click();
  },
  'polar night': async (page) => openRoute(page, '/?lat=78.22&lon=15.65&name=Longyearbyen'),
  'long name': async (page) => openRoute(page, '/?lat=47.49&lon=11.1&name=Garmisch-Partenkirchen'),
  'no connection': async (page) => {
    await page.route('**/api/weather?*', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('main').getByRole('button').last().waitFor();
  },
};

/** Parts below the screen are loaded when they come into view. */
async function scrollThrough(page: Page) {
  const height = page.viewportSize()?.height ?? 0;
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < whole; top += height) {
    await page.evaluate((y) => scrollTo(0, y), top);
    // What comes into view is loaded after the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    await page.waitForLoadState('networkidle');
  }
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
}

test.use({ expectedErrors: /./ });

for (const { width, height } of sizes) {
  for (const theme of themes) {
    for (const language of languages) {
      const take = async (page: Page, name: string) => {
        await scrollThrough(page);
        const file = [name.replace(/\W+/g, '_'), `${width}x${height}`, theme, language].join('~');
        await page.screenshot({ path: `${galleryFolder}/${file}.png`, fullPage: true });
      };
      test.describe(`${width}x${height} ${theme} ${language}`, () => {
        test.use({ viewport: { width, height } });

        for (const route of publicRoutes) {
          test(route, async ({ page }) => {
            await setAppearance(page, language, theme);
            await openRoute(page, route);
            await take(page, route === '/' ? 'home' : route);
          });
        }

        for (const [name, open] of Object.entries(states)) {
          test(name, async ({ page }) => {
            await setAppearance(page, language, theme);
            await open(page);
            await take(page, `home ${name}`);
          });
        }

        for (const route of signedInRoutes) {
          test(`signed in ${route}`, async ({ page, context, baseURL }) => {
            await signUp(context, baseURL, 'ada');
            await savePlaces(context, baseURL, 'Wien', 'Paris');
            await setAppearance(page, language, theme);
            await openRoute(page, route);
            await take(page, `signed in ${route}`);
          });
        }

        test.describe('first visit', () => {
          test.use({ place: null });
          test('first visit', async ({ page }) => {
            await setAppearance(page, language, theme);
            await page.goto('/');
            await page.getByRole('combobox').waitFor();
            await take(page, 'first visit');
          });
        });
      });
    }
  }
}
