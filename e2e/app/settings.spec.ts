/** Settings, contact form, legal texts and the list of stored data. */
import { signUp } from '../support/account.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ isMobile }) => isMobile, 'the settings are the same on every width');

// [R1.18]
test('a setting applies at once, can be undone, and is there on the next device', async ({
  page,
  context,
  baseURL,
  browser,
}) => {
  await signUp(context, baseURL, 'ada');
  await page.goto('/settings');
  await page.getByRole('radio', { name: '°F' }).check({ force: true });
  await expect(page.getByText('For example: 70°')).toBeVisible();
  await expect(page.getByText('Settings saved successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('For example: 21°')).toBeVisible();
  await page.getByRole('switch', { name: /^Turn off all/ }).click({ force: true });
  await expect(page.getByText('Settings saved successfully')).toBeVisible();

  const other = await browser.newContext({
    storageState: { cookies: await context.cookies(), origins: [] },
  });
  const phone = await other.newPage();
  await phone.goto(`${baseURL}/settings`);
  await expect(phone.getByRole('switch', { name: /^Turn off all/ })).toBeChecked();
  await other.close();
});

// [R2.07, R8.06]
test('a contact message survives a reload and is sent', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByText('Monday to Friday 9:00-17:00 CEST')).toBeVisible();
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Message', { exact: true }).fill('It rained.');
  await page.reload();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('It rained.');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Subject').fill('Rain');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Your message has been sent successfully!')).toBeVisible();
});

test('a legal text prints dark on white, without navigation and buttons', async ({ page }) => {
  await page.goto('/privacy-policy');
  await page.getByRole('link', { name: 'Cookies' }).click();
  await expect(page).toHaveURL('/privacy-policy#cookies');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  const color = await page.locator('h1').evaluate((title) => getComputedStyle(title).color);
  expect(color).toBe('rgb(11, 37, 69)');
});

test('everything stored in the browser of a user is named in the privacy policy', async ({
  page,
  context,
  baseURL,
}) => {
  await signUp(context, baseURL, 'ada');
  for (const path of ['/', '/locations', '/settings', '/profile', '/contact']) {
    await page.goto(path);
    await expect(page.locator('h1')).toBeAttached();
  }
  await page.getByLabel('Message', { exact: true }).fill('It rained.');
  await page.goto('/privacy-policy');
  await expect(page.getByText('Effective 12 May 2024')).toBeVisible();
  const named = await page.locator('dt code').allInnerTexts();
  const stored = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ]);
  const cookies = (await context.cookies()).map(({ name }) => name);
  expect(cookies).toContain('access_token_cookie');
  expect(stored).toContain('contact_draft');
  expect([...stored, ...cookies].filter((name) => !named.includes(name))).toEqual([]);
});
