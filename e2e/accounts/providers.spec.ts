/** Sign-in with Google and Apple: in the page, on the provider's page, cancelled and rejected. */
import { createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { SignIn } from '../pages/signIn.ts';
import { IdentityProvider } from '../support/servers/identityProvider.ts';
import { linkFromMail } from '../support/servers/mails.ts';
import { startServer } from '../support/servers/server.ts';
import { test as base, expect, expectAccessible } from '../support/test.ts';

const googleScript = 'https://accounts.google.com/gsi/client';
const appleScript = 'https://appleid.cdn-apple.com/**';

const test = base.extend<object, { provider: IdentityProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the first argument destructured.
    async ({}, use) => {
      const provider = await IdentityProvider.start();
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      // The redirect needs an address that is known before the server starts.
      const address = `127.0.0.1:${await freePort()}`;
      const server = await startServer({
        ...provider.settings(),
        HALCYON_LISTEN: address,
        HALCYON_PUBLIC_URL: `http://${address}`,
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

test.use({ expectedErrors: /status of (401|409|422)|third-party request/ });
test.skip(({ isMobile }) => isMobile, 'on a phone the tests of the native wrapper cover the same');

let account: { sub: string; email: string };
test.beforeEach(({ provider }) => {
  const id = crypto.randomUUID();
  // The server trusts Google only for Google's own addresses.
  account = { sub: id, email: `ada-${id}@gmail.com` };
  provider.account = account;
  provider.behaviour = 'sign in';
});

/** The parts of Google's script that the page uses: it returns a token of the test provider, or skips the prompt. */
async function fakeGoogle(page: Page, provider: IdentityProvider, does: 'sign in' | 'skip') {
  await page.exposeFunction('issueToken', (nonce: string) => provider.token(nonce));
  await page.route(googleScript, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `{
        let options;
        window.google = { accounts: { id: {
          initialize: (given) => { options = given; },
          prompt: async (listener) => {
            if (${does === 'skip'}) listener({ isSkippedMoment: () => true });
            else options.callback({ credential: await window.issueToken(options.nonce) });
          },
          disableAutoSelect: () => undefined,
        } } };
      }`,
    }),
  );
}

async function fakeApple(
  page: Page,
  provider: IdentityProvider,
  does: 'sign in' | 'cancel' | 'fail',
) {
  await page.exposeFunction('issueToken', (nonce: string) => provider.token(nonce));
  const errors = { cancel: 'popup_closed_by_user', fail: 'invalid_request', 'sign in': '' };
  await page.route(appleScript, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `{
        let options;
        window.AppleID = { auth: {
          init: (given) => { options = given; },
          signIn: async () => {
            if (${does !== 'sign in'}) throw { error: '${errors[does]}' };
            const id_token = await window.issueToken(options.nonce);
            return {
              authorization: { id_token, code: 'c', state: options.state },
              user: { name: { firstName: 'Tim', lastName: 'Apfel' } },
            };
          },
        } };
      }`,
    }),
  );
}

const press = (page: Page, provider: 'Google' | 'Apple') =>
  page.getByRole('button', { name: `Continue with ${provider}` }).click();

test.describe('Google', () => {
  // [R1.10, R7.18]
  test('signs in with its prompt, and its script is loaded only when the button is pressed', async ({
    page,
    provider,
  }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await fakeGoogle(page, provider, 'sign in');
    await page.goto('/login');
    await expectAccessible(page);
    expect(requested).not.toContain(googleScript);
    await press(page, 'Google');
    await expect(page).toHaveURL('/');
    expect(requested).toContain(googleScript);
    await page.goto('/profile');
    await expect(page.getByText(`${account.email} · Connected on`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set a password' })).toBeVisible();
    await page.getByRole('button', { name: 'Disconnect Google' }).click();
    await expect(page.getByText('This is your only way to log in.')).toBeVisible();
  });

  // [R1.10, R2.15, R8.02]
  test('without a prompt signs in on its own page and returns to the requested page', async ({
    page,
    provider,
  }) => {
    await fakeGoogle(page, provider, 'skip');
    await page.goto('/settings');
    await press(page, 'Google');
    await expect(page.getByText('Google sign-in prompt could not be displayed')).toBeVisible();
    await page.getByRole('link', { name: 'Continue on Google’s page instead' }).click();
    await expect(page).toHaveURL('/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  });

  // [R2.15]
  test('returns without a message when cancelled, and with one when rejected', async ({
    page,
    provider,
  }) => {
    provider.behaviour = 'cancel';
    await page.goto('/api/auth/google/start?return_to=/');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
    await expect(page.getByText('Google login failed')).toHaveCount(0);
    provider.behaviour = 'fail';
    await page.goto('/api/auth/google/start?return_to=/');
    await expect(page).toHaveURL('/login?error=google');
    await expect(page.getByText('Google login failed')).toBeVisible();
  });

  test('with the address of an existing account asks for its password and connects the account', async ({
    page,
    provider,
    context,
    baseURL,
    server,
  }) => {
    test.setTimeout(60_000);
    const password = 'kingfisher on a branch';
    await context.request.post(`${baseURL}/api/auth/register`, {
      data: { email: account.email, password },
    });
    await page.goto(await linkFromMail(server, account.email, '/verify-email'));
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
    await context.clearCookies();

    await page.goto('/api/auth/google/start?return_to=/');
    await expect(page).toHaveURL(/\/auth\/callback\?handoff=/);
    await expect(page.getByText('There is an account with this address already.')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText('Invalid email or password')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page).toHaveURL('/');
    expect((await context.request.get(`${baseURL}/api/auth/me`)).status()).toBe(200);

    await context.clearCookies();
    await fakeGoogle(page, provider, 'sign in');
    await page.goto('/login');
    await press(page, 'Google');
    await expect(page).toHaveURL('/');
  });
});

test.describe('Apple', () => {
  // [R1.11, R3.11]
  test('signs in with its window and takes over the name', async ({ page, provider }) => {
    await fakeApple(page, provider, 'sign in');
    await page.goto('/login');
    await press(page, 'Apple');
    // The toast disappears, so it is checked first.
    await expect(page.getByText('Welcome, Tim')).toBeVisible();
    await expect(page).toHaveURL('/');
  });

  // [R1.11, R2.15]
  test('signs in on its own page, which posts a form from another site', async ({ page }) => {
    await page.goto('/api/auth/apple/start?return_to=/settings');
    await expect(page).toHaveURL('/settings');
  });

  test('shows no message when cancelled, and the form stays usable', async ({ page, provider }) => {
    await fakeApple(page, provider, 'cancel');
    await page.goto('/login');
    await press(page, 'Apple');
    await expect(page.getByRole('button', { name: 'Continue with Apple' })).toBeEnabled();
    await expect(page.getByText(/Apple (Sign In|login)/)).toHaveCount(0);
    await new SignIn(page).logIn(account.email, 'kingfisher');
    await expect(page.getByText('Invalid email or password')).toBeVisible();
  });

  // [R8.02]
  test('shows an error when it fails, and offers its own page', async ({ page, provider }) => {
    await fakeApple(page, provider, 'fail');
    await page.goto('/login');
    await press(page, 'Apple');
    await expect(page.getByText('Apple Sign In failed')).toBeVisible();
    await page.getByRole('link', { name: 'Continue on Apple’s page instead' }).click();
    await expect(page).toHaveURL('/');
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
