/** The licences of the software that Halcyon contains can be read from the page. */
import { openRoute } from '../support/openRoute.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ hasTouch }) => hasTouch, 'the link is the same on a phone');

test('About leads to the licences, also when the service worker answers', async ({ page }) => {
  await openRoute(page, '/about');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole('link', { name: 'Licences of the software Halcyon contains' }).click();
  await expect(page).toHaveURL(/\/third-party-notices\.txt$/);
  await expect(page.getByText(/^Halcyon contains the software of others/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'About Halcyon' })).toBeVisible();
});
