/** Secret addresses and personal tokens, from the settings to a program that uses them. */
import { signUp } from '../support/account.ts';
import { savePlaces } from '../support/savedPlaces.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.skip(({ isMobile }) => isMobile, 'the settings are the same on every width');

test('a calendar address is read without signing in until a new one replaces it', async ({
  page,
  context,
  baseURL,
  playwright,
}) => {
  await signUp(context, baseURL, 'ada');
  await savePlaces(context, baseURL, 'Berlin');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Make an address for Berlin' }).click();
  const calendar = page.getByRole('region', { name: 'Calendar (iCal)' });
  await expect(calendar.getByText('/calendar.ics')).toBeVisible();
  await expectAccessible(page);
  const address = new URL(await calendar.locator('code').innerText()).pathname;
  const stranger = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const answer = await stranger.get(address);
  expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await answer.text()).toContain('BEGIN:VEVENT');

  await page.getByRole('button', { name: /^New address for Berlin/ }).click();
  await expect(calendar.locator('code')).not.toContainText(address);
  expect((await stranger.get(address)).status()).toBe(404);
  await stranger.dispose();
});

test('a token is created, used by a program and revoked', async ({
  page,
  context,
  baseURL,
  playwright,
}) => {
  await signUp(context, baseURL, 'ada');
  await page.goto('/settings');
  await page.getByRole('textbox', { name: 'Name' }).fill('Shelf display');
  await page.getByRole('button', { name: 'Create token' }).click();
  const secret = page.getByRole('region', { name: 'Your new token' });
  const token = await secret.locator('code').innerText();
  await expectAccessible(page);
  const program = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const weather = await program.get('/api/v1/weather?latitude=52.52&longitude=13.41');
  expect((await weather.json()).days).toHaveLength(15);
  expect((await program.get('/api/v1/places')).status()).toBe(403);

  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke the token Shelf display' }).click();
  await expect(page.getByText('Token revoked')).toBeVisible();
  expect((await program.get('/api/v1/weather?latitude=52.52&longitude=13.41')).status()).toBe(401);
  await program.dispose();
});
