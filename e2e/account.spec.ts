/** A person makes an account, leaves, and comes back. */
import { Dashboard } from './pages/dashboard.ts';
import { Menu } from './pages/menu.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedFaults: /status of 40[19]/ });

test('register, log out, mistype the password, log in again', async ({ page }) => {
  const email = `ada-${crypto.randomUUID()}@example.org`;
  const password = 'kingfisher on a branch';
  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByText('I agree to the terms and conditions').click();
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page).toHaveURL('/');
  await expect(page.getByText('Welcome, Ada')).toBeVisible();
  await new Dashboard(page).temperature.waitFor();

  const menu = new Menu(page);
  await menu.open();
  await menu.panel.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('kingfisher on a twig');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Invalid email or password')).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/');
});

// [R2.04]
test('the page somebody wanted is kept through the login', async ({ page, context, baseURL }) => {
  const email = `bob-${crypto.randomUUID()}@example.org`;
  const data = { email, password: 'kingfisher on a branch' };
  await context.request.post(`${baseURL}/api/auth/register`, { data });
  await context.clearCookies();
  await page.goto('/settings');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(data.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/settings');
});
