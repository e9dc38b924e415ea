/** On a slow line one sees at once that something happens, and nothing is said too early to be read. */
import type { Page } from '@playwright/test';
import { Dashboard } from './pages/dashboard.ts';
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
