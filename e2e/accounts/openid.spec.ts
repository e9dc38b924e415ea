/** Sign-in with the OpenID Connect provider that the operator has chosen: in, out, connected and as a confirmation. */
import { Menu } from '../pages/menu.ts';
import { freePort } from '../support/servers/freePort.ts';
import { IdentityProvider } from '../support/servers/identityProvider.ts';
import { linkFromMail } from '../support/servers/mails.ts';
import { startServer } from '../support/servers/server.ts';
import { test as base, expect, expectAccessible } from '../support/test.ts';

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

test.use({ expectedErrors: /third-party request/ });
test.skip(({ isMobile }) => isMobile, 'the page does not differ on a phone');

let account: { sub: string; email: string };
test.beforeEach(({ provider }) => {
  const id = crypto.randomUUID();
  account = { sub: id, email: `jo-${id}@harbour.example` };
  provider.account = account;
  provider.behaviour = 'sign in';
});

test('signs in on the page of the provider, and logs out there, too', async ({
  page,
  provider,
}) => {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  page.on('request', (request) => visited.push(request.url()));
  await page.goto('/settings');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue with Harbour House' }).click();
  await expect(page).toHaveURL('/settings');
  await page.goto('/profile');
  await expect(page.getByText('You log in with Harbour House.')).toBeVisible();
  await expect(page.getByText(`${account.email} · Connected on`)).toBeVisible();

  const menu = new Menu(page);
  await menu.open();
  await menu.panel.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Continue with Harbour House' })).toBeVisible();
  expect(visited.some((url) => url.startsWith(`${provider.url}/end-session?`))).toBe(true);
});

test('returns without a message when cancelled, and with one when rejected', async ({
  page,
  provider,
}) => {
  provider.behaviour = 'cancel';
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Harbour House' }).click();
  await expect(page).toHaveURL('/login');
  provider.behaviour = 'fail';
  await page.getByRole('button', { name: 'Continue with Harbour House' }).click();
  await expect(page).toHaveURL('/login?error=oidc');
  await expect(page.getByText('The login with this provider failed')).toBeVisible();
});

test('is connected and disconnected in the profile', async ({ page, context, baseURL, server }) => {
  test.setTimeout(60_000);
  const own = `ada-${crypto.randomUUID()}@example.org`;
  await context.request.post(`${baseURL}/api/auth/register`, {
    data: { email: own, password: 'kingfisher on a branch' },
  });
  await page.goto(await linkFromMail(server, own, '/verify-email'));
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Connect Harbour House' }).click();
  await expect(page.getByText('Harbour House is connected.')).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Disconnect Harbour House' }).click();
  await expect(page.getByText('Harbour House is disconnected.')).toBeVisible();
});
