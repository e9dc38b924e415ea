/** A tab that was in the background for hours shows fresh weather as soon as it is visible, without a flash. */
import type { Page } from '@playwright/test';
import { Dashboard } from '../pages/dashboard.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ isMobile }) => isMobile, 'the width of a tab changes nothing here');

async function setVisibility(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
    Object.defineProperty(document, 'hidden', {
      configurable: true,
      value: visibility === 'hidden',
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

test('the weather of the evening stays until that of the morning has arrived', async ({ page }) => {
  await page.clock.install();
  const dashboard = new Dashboard(page);
  await dashboard.open();
  // Sections further down load last.
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  const evening = (await dashboard.temperature.textContent()) ?? '';

  const requested: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/weather?*', async (route) => {
    requested.push(route.request().url());
    const response = await route.fetch();
    const report = await response.json();
    report.current.temperature_2m += 20;
    report.fetched_at = await page.evaluate(() => new Date().toISOString());
    await answered;
    await route.fulfill({ response, json: report });
  });
  await setVisibility(page, 'hidden');
  // Without running any timer, as in a tab that the browser has frozen.
  const now = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(now + 9 * 3_600_000);
  expect(requested).toEqual([]);

  // Whether the temperature was ever missing, or a placeholder was there.
  await page.evaluate(() => {
    Object.assign(window, { flashes: [] as string[] });
    new MutationObserver(() => {
      const flashes = Reflect.get(window, 'flashes') as string[];
      if (!document.body.innerText.includes('Feels like')) flashes.push('no weather');
      if (document.querySelector('[data-skeleton]')) flashes.push('a placeholder');
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await setVisibility(page, 'visible');
  // Without any time passing on the page's clock.
  await expect.poll(() => requested).toHaveLength(1);
  await expect(dashboard.temperature).toHaveText(evening);
  // The age of what is shown is that of the morning.
  await expect(page.getByText('Updated 9 hr ago', { exact: true })).toBeVisible();
  answer();
  await expect(dashboard.temperature).not.toHaveText(evening);
  await expect(page.getByText('Updated 9 hr ago', { exact: true })).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'flashes'))).toEqual([]);
});
