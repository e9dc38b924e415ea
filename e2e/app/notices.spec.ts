/** The licences of the software that Halcyon contains can be read from the page. */
import { openRoute } from '../support/openRoute.ts';
import { expect, test } from '../support/test.ts';

// A browser looks for the icon of a plain file at this address.
test.use({ expectedErrors: /favicon\.ico/ });
test.skip(({ hasTouch }) => hasTouch, 'the link is the same on a phone');

test('About leads to the licences and back', async ({ page }) => {
  await openRoute(page, '/about');
  await page.getByRole('link', { name: 'Licences of the software Halcyon contains' }).click();
  await expect(page).toHaveURL(/\/third-party-notices\.txt$/);
  await expect(page.getByText(/^Halcyon contains the software of others/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'About Halcyon' })).toBeVisible();
});
