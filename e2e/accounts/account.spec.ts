/** The life of an account: registration, forgotten password, new address, two devices, export and deletion. */
import { readFile } from 'node:fs/promises';
import { Dashboard } from '../pages/dashboard.ts';
import { Menu } from '../pages/menu.ts';
import { SignIn } from '../pages/signIn.ts';
import { linkFromMail } from '../support/servers/mails.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.use({ expectedErrors: /status of (401|409|422)/ });
test.skip(({ isMobile }) => isMobile, 'the forms are the same on every width');

const password = 'kingfisher on a branch';
const newAddress = (name: string) => `${name}-${crypto.randomUUID()}@example.org`;

// [R1.09, R1.12, R1.13, R1.14, R2.06, R2.12, R2.13, R7.22]
test('an account from registration to deletion', async ({ page, server, browser }) => {
  test.setTimeout(120_000);
  const email = newAddress('ada');
  const signIn = new SignIn(page);
  await signIn.register(email, password);
  // The toast disappears, so it is checked first.
  await expect(page.getByText('Welcome, Ada')).toBeVisible();
  await expect(page).toHaveURL('/');
  await new Dashboard(page).temperature.waitFor();

  await test.step('the address is confirmed with the link', async () => {
    await page.goto(await linkFromMail(server, email, '/verify-email'));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await expect(page.getByText('Thank you. Your email address is confirmed.')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('log out, mistype the password', async () => {
    const menu = new Menu(page);
    await menu.open();
    await menu.panel.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await signIn.logIn(email, 'kingfisher on a twig');
    await expect(page.getByText('Invalid email or password')).toBeVisible();
  });

  const second = 'two kingfishers on a branch';
  await test.step('a forgotten password is reset, and the old one is rejected', async () => {
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText('Password reset instructions have been sent')).toBeVisible();
    const link = await linkFromMail(server, email, '/reset-password');
    await page.goto(link);
    await page.getByLabel('New password').fill(second);
    await page.getByLabel('Confirm password').fill(second);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save new password' }).click();
    await expect(page).toHaveURL('/login');
    await signIn.logIn(email, password);
    await expect(page.getByText('Invalid email or password')).toBeVisible();
    await signIn.logIn(email, second);
    await expect(page).toHaveURL('/');
    await new Dashboard(page).temperature.waitFor();
  });

  const moved = newAddress('augusta');
  await test.step('the address changes when the link to the new one is opened', async () => {
    await page.goto('/profile');
    await page.locator('summary', { hasText: 'Change address' }).click();
    await page.getByLabel('New email address').fill(moved);
    await page.getByRole('button', { name: 'Change address' }).click();
    await expect(page.getByText(`We sent a link to ${moved}.`)).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await page.goto(await linkFromMail(server, moved, '/verify-email'));
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await expect(page.getByText('Thank you. Your email address is confirmed.')).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByText(moved)).toBeVisible();
  });

  await test.step('a second device is signed out from the first', async () => {
    const other = await browser.newContext({ baseURL: server.url });
    const phone = await other.newPage();
    await phone.goto('/login');
    await new SignIn(phone).logIn(moved, second);
    await expect(phone).toHaveURL('/');
    await page.reload();
    await page.getByRole('button', { name: /^Log out:/ }).click();
    await expect(page.getByText('That device is logged out.')).toBeVisible();
    await phone.goto('/profile');
    await expect(phone).toHaveURL(/\/login/);
    await other.close();
  });

  await test.step('the data is downloaded', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = await (await download).path();
    const data = JSON.parse(await readFile(file, 'utf8'));
    expect(data.user).toMatchObject({ email: moved, first_name: 'Ada', email_verified: true });
    expect(data.sessions).toHaveLength(1);
  });

  await test.step('the account is deleted, and its login is rejected', async () => {
    await page.goto('/delete-account');
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Type “delete” to confirm').fill('delete');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.getByText('Your account and everything in it are deleted.')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await signIn.logIn(moved, second);
    await expect(page.getByText('Invalid email or password')).toBeVisible();
  });
});

// [R2.04]
test('after the login the user gets to the requested page', async ({ page, context, baseURL }) => {
  const data = { email: newAddress('bob'), password };
  await context.request.post(`${baseURL}/api/auth/register`, { data });
  await context.clearCookies();
  await page.goto('/settings');
  await new SignIn(page).logIn(data.email, password);
  await expect(page).toHaveURL('/settings');
});

test('a form is filled in and submitted with the keyboard', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.keyboard.type(newAddress('unknown'));
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('kingfisher');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid email or password')).toBeVisible();
});
