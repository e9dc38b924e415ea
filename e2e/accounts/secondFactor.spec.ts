/** Two-step verification: turn it on, log in with a code of the app, then with a recovery code. */
import type { Page } from '@playwright/test';
import { SignIn } from '../pages/signIn.ts';
import { signUp } from '../support/account.ts';
import { codeOf } from '../support/authenticatorApp.ts';
import { linkFromMail } from '../support/servers/mails.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.skip(({ isMobile }) => isMobile, 'the forms are the same on every width');
// A wrong code is refused, and so is a request of the page that runs while a test removes the session.
test.use({ expectedErrors: /422 \(Unprocessable Entity\)|401 .*\/api\/locations/ });

const title = 'Two-step verification';

async function logOut(page: Page) {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('auth_expires_at'));
}

async function startLogin(page: Page, email: string, password: string) {
  await page.goto('/login');
  await new SignIn(page).logIn(email, password);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
}

test('a password needs a code of the app, and a recovery code replaces it once', async ({
  page,
  context,
  baseURL,
  server,
}) => {
  const { email, password } = await signUp(context, baseURL, 'ada');
  await page.goto(await linkFromMail(server, email, '/verify-email'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Thank you. Your email address is confirmed.')).toBeVisible();

  await page.goto('/profile');
  const card = page.getByRole('region', { name: title });
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(card.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await card.locator('code').textContent()) ?? '';
  await expectAccessible(page);
  const used = codeOf(secret);
  await card.getByLabel('Six-digit code').fill(used);
  await page.keyboard.press('Enter');
  await expect(card.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const codes = await card.locator('li code').allTextContents();
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(card.getByText(/10 recovery codes left/)).toBeVisible();

  await logOut(page);
  await startLogin(page, email, password);
  const code = page.getByLabel('Six-digit code');
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill(used);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/The code is wrong or was used before/)).toBeVisible();
  await code.fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Welcome, ada')).toBeVisible();

  await logOut(page);
  await startLogin(page, email, password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const recovery = page.getByLabel('Recovery code', { exact: true });
  await expect(recovery).toBeFocused();
  await recovery.fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Welcome, ada')).toBeVisible();

  await page.goto('/profile');
  await expect(card.getByText(/9 recovery codes left/)).toBeVisible();
  await card.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-step verification is off.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Turn on' })).toBeVisible();
});
