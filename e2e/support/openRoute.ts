/** Opens a page and waits until all of it stands there, so that it can be judged as a whole. */
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** A whole page takes its time on a busy machine. */
const loadMs = 20_000;
/** Pages whose text comes in a file of its own, with only its shape before. */
const longTexts = /help|about|privacy|terms/;

export async function openRoute(page: Page, route: string) {
  await page.goto(route);
  await expect(page.locator('h1')).toBeAttached({ timeout: loadMs });
  await expect(page.getByText(/Loading|[Ww]ird geladen|[Yy]ükleniyor/)).toHaveCount(0, {
    timeout: loadMs,
  });
  if (route === '/') {
    // Charts are drawn in sight.
    const chart = page.locator('[role="tabpanel"] [role="slider"]').first();
    await chart.scrollIntoViewIfNeeded({ timeout: loadMs });
    const panel = page.locator('text', { hasText: /^(Temperature|Temperatur|Sıcaklık)$/ });
    await expect(panel).toBeVisible({ timeout: loadMs });
    await page.evaluate(() => scrollTo(0, 0));
  }
  if (longTexts.test(route)) await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}
