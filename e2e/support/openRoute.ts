/** Opens a page and waits until all of it has loaded. */
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Loading a whole page is slow on a busy machine. */
const loadMs = 20_000;
/** Pages whose text is loaded as a separate file. */
const longTexts = /help|about|privacy|terms/;

export async function openRoute(page: Page, route: string) {
  await page.goto(route);
  await expect(page.locator('h1')).toBeAttached({ timeout: loadMs });
  await expect(page.getByText(/Loading|[Ww]ird geladen|[Yy]ükleniyor/)).toHaveCount(0, {
    timeout: loadMs,
  });
  if (route === '/') {
    // Charts are rendered when they are in view.
    const chart = page.locator('[role="tabpanel"] [role="slider"]').first();
    await chart.scrollIntoViewIfNeeded({ timeout: loadMs });
    const unit = page.locator('text', { hasText: /^°C$/ }).first();
    await expect(unit).toBeVisible({ timeout: loadMs });
    await page.evaluate(() => scrollTo(0, 0));
  }
  if (longTexts.test(route)) await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}
