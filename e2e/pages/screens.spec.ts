/**
 * The main screens look as in the stored pictures. After an intended change: `scripts/e2e pages/screens --update-snapshots`,
 * and look at the new pictures. The weather is a stored report at its own time, so that nothing depends on the clock.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { setAppearance } from '../support/appearance.ts';
import { openRoute } from '../support/openRoute.ts';
import { type Theme, themes } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const report = readFileSync(join(import.meta.dirname, 'screens/report.json'), 'utf8');
/** Another version of the browser may draw the edges of letters differently; another sentence is more than that. */
const tolerance = { maxDiffPixelRatio: 0.002, animations: 'disabled', caret: 'hide' } as const;

async function open(page: Page, route: string, theme: Theme) {
  await page.clock.setFixedTime(JSON.parse(report).fetched_at);
  await page.route('**/api/weather?*', (call) =>
    call.fulfill({ contentType: 'application/json', body: report }),
  );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await setAppearance(page, 'en', theme);
  await openRoute(page, route);
}

for (const theme of themes) {
  test(`the weather page in the ${theme} theme`, async ({ page }) => {
    await open(page, '/', theme);
    await expect(page).toHaveScreenshot(`weather-${theme}.png`, tolerance);
  });
}

for (const route of ['/locations', '/login', '/accessibility-settings', '/about']) {
  test(`the page ${route}`, async ({ page }) => {
    await open(page, route, 'light');
    await expect(page).toHaveScreenshot(`${route.slice(1)}.png`, tolerance);
  });
}
