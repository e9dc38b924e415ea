/** Passkeys with a virtual authenticator: create an account, log in, confirm, add and remove. */
import type { Page } from '@playwright/test';
import { SignIn } from '../pages/signIn.ts';
import { Authenticator } from '../support/authenticator.ts';
import { freePort } from '../support/servers/freePort.ts';
import { linkFromMail } from '../support/servers/mails.ts';
import { startServer } from '../support/servers/server.ts';
import { test as base, expect, expectAccessible } from '../support/test.ts';

/** Passkeys need a name, not an IP address. */
const test = base.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the first argument destructured.
    async ({}, use) => {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const server = await startServer({
        HALCYON_LISTEN: `127.0.0.1:${port}`,
        HALCYON_PUBLIC_URL: url,
      });
      await use({ ...server, url });
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

test.skip(({ isMobile }) => isMobile, 'the forms are the same on every width');
// A request of the page that runs while a test removes the session is refused, and so is the passkey of another account.
test.use({ expectedErrors: /401 \(Unauthorized\)|403 .*auth\/export|409 .*auth\/confirm/ });

const signUpButton = 'Create account with a passkey';
const logInButton = 'Log in with a passkey';

async function signUp(page: Page) {
  const email = `ada-${crypto.randomUUID()}@example.org`;
  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill(email);
  await page.getByText('I agree to the terms and conditions').click();
  await page.getByRole('button', { name: signUpButton }).click();
  return email;
}

/** As in another browser to which the passkeys were copied. */
async function forgetSession(page: Page) {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('auth_expires_at'));
}

test('an account is created with a passkey, which then logs in where the browser fills in the form', async ({
  page,
}) => {
  const device = await Authenticator.plugIn(page);
  const email = await signUp(page);
  await expect(page.getByText('Welcome, Ada')).toBeVisible();
  const passkeys = await device.passkeys();
  expect(passkeys).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

  await forgetSession(page);
  // The virtual authenticator chooses for the user as soon as the form offers passkeys.
  await page.goto('/login');
  await expect(page.getByText('Welcome, Ada')).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('You log in with a passkey.')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
});

test('who is not recognised by the device stays logged out and can try again', async ({ page }) => {
  const device = await Authenticator.plugIn(page);
  await signUp(page);
  await expect(page.getByText('Welcome, Ada')).toBeVisible();
  await forgetSession(page);

  await device.verifyUser(false);
  await page.goto('/login');
  const button = page.getByRole('button', { name: logInButton });
  await button.click();
  await expect(button).toBeEnabled();
  await expect(page.getByText('The login with a passkey failed')).toBeHidden();
  await expect(page).toHaveURL(/\/login/);
  await expectAccessible(page);

  await device.verifyUser(true);
  await button.click();
  await expect(page.getByText('Welcome, Ada')).toBeVisible();
});

test('who closes the dialog of the browser keeps the form and can try again', async ({ page }) => {
  await Authenticator.plugIn(page);
  // A virtual authenticator has no dialog: this is what the browser answers when it is closed.
  await page.addInitScript(() => {
    const { create } = CredentialsContainer.prototype;
    CredentialsContainer.prototype.create = async () => {
      CredentialsContainer.prototype.create = create;
      throw new DOMException(
        'The operation either timed out or was not allowed.',
        'NotAllowedError',
      );
    };
  });
  const email = await signUp(page);
  await expect(page.getByText('No passkey was created. Try again')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: signUpButton }).click();
  await expect(page.getByText('Welcome, Ada')).toBeVisible();
});

test('a passkey of another account confirms nothing', async ({ page }) => {
  const first = await Authenticator.plugIn(page);
  await signUp(page);
  await expect(page.getByText('Welcome, Ada')).toBeVisible();
  const [other] = await first.passkeys();
  await first.unplug();
  await forgetSession(page);
  const second = await Authenticator.plugIn(page);
  await signUp(page);
  await expect(page.getByText('Welcome, Ada')).toBeVisible();
  const [own] = await second.passkeys();
  await second.unplug();
  if (!own || !other) throw new Error('no passkey');

  // What the server answers ten minutes after the login.
  await page.route(
    '**/api/auth/export',
    (route) => route.fulfill({ status: 403, json: { code: 'reauth_required' } }),
    { times: 1 },
  );
  // The browser offers the passkeys of this list only; the server must not rely on that.
  await page.route('**/api/auth/confirm/options', async (route) => {
    const response = await route.fetch();
    const ceremony = await response.json();
    delete ceremony.options.allowCredentials;
    await route.fulfill({ response, json: ceremony });
  });
  const stranger = await Authenticator.plugIn(page);
  await stranger.hold(other);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const confirm = dialog.getByRole('button', { name: 'Confirm with a passkey' });
  await confirm.click();
  await expect(dialog.getByText('This login belongs to another account.')).toBeVisible();
  await expectAccessible(page);

  await stranger.unplug();
  const owner = await Authenticator.plugIn(page);
  await owner.hold(own);
  const download = page.waitForEvent('download');
  await confirm.click();
  await download;
  await expect(dialog).toBeHidden();
});

test('a second passkey is added, and the removed first one opens nothing', async ({
  page,
  server,
}) => {
  const first = await Authenticator.plugIn(page);
  const email = await signUp(page);
  await expect(page.getByText('Welcome, Ada')).toBeVisible();
  await page.goto(await linkFromMail(server, email, '/verify-email'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Thank you. Your email address is confirmed.')).toBeVisible();

  await page.goto('/profile');
  const add = page.getByRole('button', { name: 'Add a passkey' });
  await add.click();
  await expect(page.getByText(/This device may have one for your account already/)).toBeVisible();

  const [kept] = await first.passkeys();
  await first.unplug();
  const second = await Authenticator.plugIn(page);
  await add.click();
  await expect(page.getByText('The passkey is added.')).toBeVisible();
  expect(await second.passkeys()).toHaveLength(1);
  await expectAccessible(page);

  await page
    .getByRole('button', { name: /^Remove: / })
    .first()
    .click();
  const question = page.getByRole('alertdialog');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The passkey is removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove: / })).toHaveCount(1);

  await forgetSession(page);
  await second.unplug();
  const again = await Authenticator.plugIn(page);
  if (!kept) throw new Error('no passkey');
  await again.hold(kept);
  await page.goto('/login');
  await expect(page.getByText('The login with a passkey failed').first()).toBeVisible();
  await expect(page.getByText(/It may have been removed from the account/)).toBeVisible();
  await new SignIn(page).logIn(email, 'not a password');
  await expect(page.getByText('Invalid email or password')).toBeVisible();
});
