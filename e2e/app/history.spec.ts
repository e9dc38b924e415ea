/** Back and Forward return to the same place, view, scroll position and focus. */
import type { Page } from '@playwright/test';
import { Dashboard } from '../pages/dashboard.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ isMobile }) => isMobile, 'the history is the same on every width');

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

async function choosePlace(page: Page, name: string) {
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  const switcher = page.getByRole('dialog');
  await switcher.getByRole('combobox').fill(name);
  await switcher
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
}

test('between places each keeps its view', async ({ page }) => {
  await new Dashboard(page).open();
  await page.getByRole('tab', { name: 'Daily' }).click();
  await choosePlace(page, 'Potsdam');
  await page.getByRole('tab', { name: '15 days' }).click();
  await expect(page).toHaveURL(/name=Potsdam.*tab=outlook|tab=outlook.*name=Potsdam/);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Berlin');
  await expect(page.getByRole('tab', { name: 'Daily' })).toHaveAttribute('aria-selected', 'true');
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Potsdam');
  await expect(page.getByRole('tab', { name: '15 days' })).toHaveAttribute('aria-selected', 'true');
});

test('between pages the scroll position and the focus return', async ({ page }) => {
  await page.goto('/help');
  const link = page.getByRole('main').getByRole('link', { name: 'Accessibility', exact: true });
  await link.scrollIntoViewIfNeeded();
  await link.focus();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(100);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings and accessibility');
  // A new page starts at its top.
  await expect.poll(() => scrolled(page)).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, 300));
  await expect.poll(() => scrolled(page)).toBe(300);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help');
  await expect.poll(() => scrolled(page)).toBe(before);
  await expect(link).toBeFocused();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings and accessibility');
  await expect.poll(() => scrolled(page)).toBe(300);
});

test('a reload returns to the same position', async ({ page }) => {
  await page.goto('/privacy-policy');
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 900));
  await expect.poll(() => scrolled(page)).toBe(900);
  await page.reload();
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await expect.poll(() => scrolled(page)).toBe(900);
});
