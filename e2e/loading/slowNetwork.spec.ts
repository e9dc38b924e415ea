/** On a slow network the page shows at once that it is loading, and messages are not gone before they can be read. */
import type { Page } from '@playwright/test';
import { Dashboard } from '../pages/dashboard.ts';
import { Menu } from '../pages/menu.ts';
import { signUp } from '../support/account.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ isMobile }) => isMobile, 'the width of a page changes nothing here');

/** Delays matching requests until the returned function is called. */
async function delayRequests(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const locationsScript = '**/assets/Locations-*.js';

test('a page that is still loading shows a placeholder, is announced, and keeps the menu in its place', async ({
  page,
}) => {
  const release = await delayRequests(page, locationsScript);
  await new Dashboard(page).open();
  await page.getByRole('button', { name: /^Berlin/ }).click();
  await page.getByRole('link', { name: 'Manage places' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Loading…' })).toBeVisible();
  await expect(page.locator('[data-announcer]')).toContainText('Loading…');
  await expect(page.getByRole('main')).toBeFocused();
  const menu = page.getByRole('button', { name: 'Open menu' });
  const before = await menu.boundingBox();

  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Places' })).toBeVisible();
  expect(await menu.boundingBox()).toEqual(before);
});

test('a menu opened while a page loads keeps the focus and returns it to the button on the new page', async ({
  page,
}) => {
  const release = await delayRequests(page, locationsScript);
  await new Dashboard(page).open();
  await page.getByRole('button', { name: /^Berlin/ }).click();
  await page.getByRole('link', { name: 'Manage places' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Loading…' })).toBeVisible();
  const menu = new Menu(page);
  await menu.open();
  release();
  await expect(page.locator('h1')).toHaveText('Places');
  const holdsFocus = () => menu.panel.evaluate((panel) => panel.contains(document.activeElement));
  await expect.poll(holdsFocus).toBe(true);
  await page.keyboard.press('Escape');
  await expect(menu.opener).toBeFocused();
});

test('a prefetched page is shown without a placeholder', async ({ page }) => {
  await new Dashboard(page).open();
  await page.getByRole('button', { name: /^Berlin/ }).click();
  const link = page.getByRole('link', { name: 'Manage places' });
  await link.hover();
  await page.waitForLoadState('networkidle');
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Places' })).toBeVisible();
  const announced = page.locator('[data-announcer]');
  await expect(announced).toContainText('Places');
  await expect(announced).not.toContainText('Loading…');
});

test('the message that an account is deleted is shown after the redirect, however long the logout takes', async ({
  page,
  context,
  baseURL,
}) => {
  await signUp(context, baseURL, 'ada');
  const release = await delayRequests(page, '**/api/auth/logout');
  await page.clock.install();
  await page.goto('/delete-account');
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Type “delete” to confirm').fill('delete');
  const loggingOut = page.waitForRequest('**/api/auth/logout');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await loggingOut;
  // Longer than a toast is shown.
  await page.clock.fastForward(4_000);
  await expect(dialog.locator('[type=submit]')).toBeDisabled();
  release();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your account and everything in it are deleted.')).toBeVisible();
});
