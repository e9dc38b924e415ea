/** The pictures of the README and of docs/integrations.md; run by `make pictures`. */
import { signUp } from '../support/account.ts';
import { setAppearance } from '../support/appearance.ts';
import { openRoute } from '../support/openRoute.ts';
import { savePlaces } from '../support/savedPlaces.ts';
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

test.describe('integrations', () => {
  test.use({ viewport: { width: 760, height: 900 } });

  test('calendar addresses and tokens in the settings', async ({ page, context, baseURL }) => {
    await signUp(context, baseURL, 'ada');
    await savePlaces(context, baseURL, 'Berlin', 'Wien');
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Make an address for Berlin' }).click();
    const feeds = page.getByRole('region', { name: 'Calendar and feeds' });
    await feeds.getByText('alerts.json').waitFor();
    await feeds.screenshot({ path: `${folder}/feeds.jpg`, type: 'jpeg', quality: 80 });
    await page
      .getByRole('region', { name: 'Access for other programs' })
      .screenshot({ path: `${folder}/tokens.jpg`, type: 'jpeg', quality: 80 });
  });

  test('the code for other sites in the settings', async ({ page, context, baseURL }) => {
    await signUp(context, baseURL, 'ada');
    await savePlaces(context, baseURL, 'Berlin');
    await page.goto('/settings');
    const card = page.getByRole('region', { name: 'On your own site' });
    await card.getByRole('radio', { name: '24 hours' }).check();
    const preview = card.getByRole('img', { name: 'Preview: Weather in Berlin' });
    await preview.scrollIntoViewIfNeeded();
    await preview.evaluate((image: HTMLImageElement) => image.decode());
    await card.screenshot({ path: `${folder}/embed.jpg`, type: 'jpeg', quality: 80 });
  });
});
