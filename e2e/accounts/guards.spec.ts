/** Which pages visitors and users may open, and where they are redirected otherwise. */
import { Dashboard } from '../pages/dashboard.ts';
import { Menu } from '../pages/menu.ts';
import { signUp } from '../support/account.ts';
import { expectBelowBar, placeOfToast } from '../support/checks/placeOfToast.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ isMobile }) => isMobile, 'access does not depend on the width');

// [R2.04, R2.05]
for (const path of ['/profile', '/settings', '/delete-account']) {
  test(`a visitor at ${path} is redirected to the login`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  });
}

// [R2.01]
for (const path of ['/login', '/register', '/reset-password']) {
  test(`a user at ${path} is redirected to the weather`, async ({ page, context, baseURL }) => {
    await signUp(context, baseURL, 'ada');
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await new Dashboard(page).temperature.waitFor();
  });
}

test('a user can open profile, settings and account deletion', async ({
  page,
  context,
  baseURL,
}) => {
  await signUp(context, baseURL, 'ada');
  for (const [path, address] of [
    ['/profile', '/profile'],
    ['/settings', '/settings'],
    ['/delete-account', '/profile?delete=true'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(address);
    await expect(page.locator('h1')).toBeVisible();
  }
});

// [R2.10]
test('an unknown path redirects to the weather', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL('/');
});

// [R2.19, R4.12, R9.07]
test('logging out from the menu leads to the login and ends the session on the server', async ({
  page,
  context,
  baseURL,
}) => {
  await signUp(context, baseURL, 'ada');
  await new Dashboard(page).open();
  const menu = new Menu(page);
  await menu.open();
  await menu.panel.getByRole('button', { name: 'Logout' }).click();
  // The toast disappears, so it is checked first.
  const toast = page.getByText('You have been logged out.');
  await expect(toast).toBeVisible();
  const { right, top } = await placeOfToast(toast);
  expect(right).toBeLessThan(40);
  expectBelowBar(top);
  await expect(page).toHaveURL('/login');
  expect((await context.request.get(`${baseURL}/api/auth/me`)).status()).toBe(401);
});
