/** How many taps or clicks the most frequent tasks take. What takes none is on the first screen. */
import { Dashboard } from '../pages/dashboard.ts';
import { Menu } from '../pages/menu.ts';
import { signUp } from '../support/account.ts';
import { savePlaces } from '../support/savedPlaces.ts';
import { linkFromMail } from '../support/servers/mails.ts';
import { expect, test } from '../support/test.ts';

for (const who of ['visitor', 'user'] as const) {
  test(`for a ${who}, tomorrow and the rain of the next hours take none`, async ({
    page,
    context,
    baseURL,
    server,
  }) => {
    if (who === 'user') {
      const { email } = await signUp(context, baseURL, 'ada');
      // Until then a banner above the weather asks for it.
      await page.goto(await linkFromMail(server, email, '/verify-email'));
      await page.getByRole('button', { name: 'Confirm address' }).click();
      await page.getByText('Thank you. Your email address is confirmed.').waitFor();
      await savePlaces(context, baseURL, 'Berlin', 'Wien', 'Paris');
    }
    await new Dashboard(page).open();
    const hours = page.getByRole('img', { name: /^Chance of precipitation/ });
    for (const hour of [0, 1, 2]) await expect(hours.nth(hour)).toBeInViewport({ ratio: 1 });
    const tomorrow = page
      .getByRole('listitem')
      .filter({ hasText: /^Tomorrow/ })
      .first();
    await expect(tomorrow).toBeInViewport({ ratio: 1 });
  });
}

test('another saved place takes one', async ({ page, context, baseURL, hasTouch }) => {
  await signUp(context, baseURL, 'ada');
  await savePlaces(context, baseURL, 'Berlin', 'Wien', 'Paris');
  await new Dashboard(page).open();
  // A phone has a row below the sky, which needs no scrolling; a wide screen has cards.
  const places = hasTouch
    ? page.getByRole('navigation', { name: 'Your places' })
    : page.getByRole('region', { name: 'Your places' });
  const wien = places.getByRole('button', { name: /^Wien/ });
  if (hasTouch) await expect(wien).toBeInViewport({ ratio: 1 });
  await wien.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wien');
});

test('the rain map takes one where there is room for a navigation', async ({ page, hasTouch }) => {
  test.skip(hasTouch, 'a phone has the preview below the weather');
  await new Dashboard(page).open();
  const pages = page.getByRole('navigation', { name: 'Main pages' });
  await pages.getByRole('link', { name: 'Map' }).click();
  await expect(page).toHaveURL('/map');
  await expect(pages.getByRole('link', { name: 'Map' })).toHaveAttribute('aria-current', 'page');
});

test('the theme takes two', async ({ page }) => {
  await new Dashboard(page).open();
  const menu = new Menu(page);
  await menu.open();
  const dark = menu.panel.getByRole('radio', { name: 'Dark' });
  await expect(dark).toBeInViewport();
  await dark.check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
