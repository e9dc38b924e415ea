/** A storm warning from the authority to the page: the strip, what is said where nobody warns, and the notice centre. */
import { signUp } from './support/account.ts';
import { startAuthority } from './support/authority.ts';
import { startServer } from './support/server.ts';
import { test as base, expect, expectAccessible } from './support/test.ts';

const test = base.extend<object, { server: Awaited<ReturnType<typeof startServer>> }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the first argument destructured.
    async ({}, use) => {
      const authority = await startAuthority();
      const server = await startServer({ HALCYON_CAP_FEEDS: authority.feed });
      await use(server);
      await server.stop();
      await authority.stop();
    },
    { scope: 'worker' },
  ],
});

/** The watch looks every few seconds. */
const patience = { timeout: 60_000, intervals: [1000] };

// [R1.07]
test('a warning stands at the head of the page with its full text, and silence is never taken for all clear', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const strip = page.getByRole('region', { name: 'Warnings' });
  await expect(async () => {
    await page.goto('/');
    await expect(strip).toBeVisible({ timeout: 5000 });
  }).toPass(patience);
  await strip.getByText('Official storm warning').click();
  await expect(strip.getByText('Gales from the west.')).toBeVisible();
  await expect(strip.getByText('Stay indoors.')).toBeVisible();
  await expect(strip.getByText('Issued by Deutscher Wetterdienst')).toBeVisible();
  await expect(strip.getByText('Severe', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/?lat=48.14&lon=11.58&name=Munich');
  await expect(page.getByText('No warnings in force')).toBeVisible();
  await page.goto('/?lat=41.01&lon=28.98&name=Istanbul');
  await expect(page.getByText('No warning service reaches this place')).toBeVisible();
});

// [R1.19]
test('somebody with a saved place finds the warning in the notice centre, in their language', async ({
  page,
  context,
  baseURL,
  isMobile,
}) => {
  test.skip(isMobile, 'the same list on every width');
  test.setTimeout(120_000);
  await signUp(context, baseURL, 'Ada');
  const cookies = await context.cookies();
  const csrf = cookies.find(({ name }) => name === 'csrf_access_token')?.value ?? '';
  const saved = await context.request.post(`${baseURL}/api/locations`, {
    headers: { 'x-csrf-token': csrf },
    data: {
      name: 'Summer house',
      latitude: 52.52,
      longitude: 13.41,
      location_type: 'Home',
      alerts_enabled: true,
    },
  });
  expect(saved.status()).toBe(201);

  const entry = page.getByRole('listitem').filter({ hasText: 'Official storm warning' });
  await expect(async () => {
    await page.goto('/notices');
    await expect(entry).toBeVisible({ timeout: 3000 });
  }).toPass(patience);
  await expect(entry).toContainText('New: Official storm warning');
  await expect(entry).toContainText('Summer house');
  await expectAccessible(page);

  await page.goto('/settings');
  const kept = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/user/preferences') && answer.request().method() === 'POST',
  );
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await kept;
  await page.getByRole('link', { name: 'Was dir gesendet wurde' }).click();
  await expect(page.getByText('Neu: Amtliche Warnung vor Sturm')).toBeVisible();
});
