/** Time from a press on the dashboard to the next paint: a tab, an hour on the dial, an hour of the chart. */
import { setTimeout as pause } from 'node:timers/promises';
import { Dashboard } from '../pages/dashboard.ts';
import { measure, press, recordInteractions, slowDown } from '../support/interactions.ts';
import { expect, test } from '../support/test.ts';

/** Time between opening the forecast and the first press. */
const readMs = 1_000;

test('switching tabs and hours', async ({ page }) => {
  await recordInteractions(page);
  await new Dashboard(page).open();
  await slowDown(page);
  // Content far below the screen is not rendered.
  await page.getByRole('slider', { name: 'Chart of the next 48 hours' }).scrollIntoViewIfNeeded();
  await expect(page.locator('text', { hasText: /^Temperature$/ })).toBeVisible();
  await pause(readMs);

  await measure(page, 'switching a tab by pointer', async (index) => {
    await press(page, page.getByRole('tab', { name: ['Daily', '15 days', 'Hourly'][index % 3] }));
  });
  await page.getByRole('slider', { name: 'Hour on the dial' }).focus();
  await measure(page, 'switching an hour on the dial', (index) =>
    page.keyboard.press(['End', 'Home', 'ArrowRight', 'ArrowRight'][index % 4] ?? ''),
  );
  await press(page, page.getByRole('tab', { name: 'Hourly' }));
  await page.getByRole('slider', { name: 'Chart of the next 48 hours' }).focus();
  await measure(page, 'switching an hour of the chart', (index) =>
    page.keyboard.press(['End', 'Home', 'ArrowRight', 'PageUp'][index % 4] ?? ''),
  );
});
