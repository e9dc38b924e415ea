/** On a slow line one sees at once that something happens, and nothing is said too early to be read. */
import type { Page } from '@playwright/test';
import { Dashboard } from './pages/dashboard.ts';
import { Menu } from './pages/menu.ts';
import { signUp } from './support/account.ts';
import { expect, test } from './support/test.ts';

/** Holds a page's script back until it is let go. */
async function holdScript(page: Page, name: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

test('a move to a page that is not there yet shows its shape, says so, and keeps the menu in its place', async ({
  page,
}) => {
  const letGo = await holdScript(page, 'Locations');
  await new Dashboard(page).open();
  await page.getByRole('button', { name: /^Berlin/ }).click();
  await page.getByRole('link', { name: 'Manage locations' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Loading…' })).toBeVisible();
  await expect(page.locator('[data-announcer]')).toContainText('Loading…');
  await expect(page.getByRole('main')).toBeFocused();
  const menu = page.getByRole('button', { name: 'Open menu' });
  const before = await menu.boundingBox();

  letGo();
  await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeVisible();
  expect(await menu.boundingBox()).toEqual(before);
});

test('the menu, opened while a page is on its way, keeps the focus and gives it to the new opener', async ({
  page,
  hasTouch,
}) => {
  test.skip(hasTouch, 'a phone has no Escape');
  const letGo = await holdScript(page, 'Locations');
  await new Dashboard(page).open();
  await page.getByRole('button', { name: /^Berlin/ }).click();
  await page.getByRole('link', { name: 'Manage locations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Loading…' })).toBeVisible();
  const menu = new Menu(page);
  await menu.open();
  letGo();
  await expect(page.locator('h1')).toHaveText('Locations');
  const holdsFocus = () => menu.panel.evaluate((panel) => panel.contains(document.activeElement));
  await expect.poll(holdsFocus).toBe(true);
  await page.keyboard.press('Escape');
  await expect(menu.opener).toBeFocused();
});

test('a page that was fetched ahead shows without its shape before it', async ({ page }) => {
  await new Dashboard(page).open();
  await page.getByRole('button', { name: /^Berlin/ }).click();
  const link = page.getByRole('link', { name: 'Manage locations' });
  await link.hover();
  await page.waitForLoadState('networkidle');
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeVisible();
  const said = page.locator('[data-announcer]');
  await expect(said).toContainText('Locations');
  await expect(said).not.toContainText('Loading…');
});

test('the word that an account is deleted stands where one arrives, however long the way', async ({
  page,
  context,
  baseURL,
}) => {
  const { password } = await signUp(context, baseURL, 'ada');
  // Longer than a toast stands.
  await page.route('**/api/auth/logout', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await route.continue();
  });
  await page.goto('/delete-account');
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Type “delete” to confirm').fill('delete');
  await dialog.getByLabel('Current password').fill(password);
  const leaving = page.waitForRequest('**/api/auth/logout');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await leaving;
  await expect(dialog.locator('[type=submit]')).toBeDisabled();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your account and everything in it are deleted.')).toBeVisible();
});
