/** A visitor reads the weather of a place. */
import { Dashboard } from '../pages/dashboard.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ isMobile }) => isMobile, 'the values and texts are the same on every width');

test('the page shows the report of the server and says that it is simulated', async ({ page }) => {
  const response = page.waitForResponse((each) => each.url().includes('/api/weather?'));
  const dashboard = new Dashboard(page);
  await dashboard.open();
  const report = await (await response).json();

  const whole = new Intl.NumberFormat('en-GB', {
    maximumFractionDigits: 0,
    signDisplay: 'negative',
  });
  await expect(dashboard.temperature).toContainText(
    `${whole.format(report.current.temperature_2m)}°`,
  );
  await expect(page.getByText('Simulated weather.', { exact: false }).first()).toBeVisible();
  await page.getByRole('tab', { name: '15 days' }).click();
  const outlook = page.getByRole('region', { name: '15-day outlook' });
  await expect(outlook).toBeVisible();
  const dates = await outlook
    .locator('time')
    .evaluateAll((days) => days.map((day) => (day as HTMLTimeElement).dateTime));
  expect(dates).toHaveLength(15);
  expect(dates).toEqual(report.daily.days.map(({ date }: { date: string }) => date));
});

const headings = {
  en: 'Next 12 hours',
  de: 'Die nächsten 12 Stunden',
  tr: 'Önümüzdeki 12 saat',
} as const;
for (const [language, heading] of Object.entries(headings)) {
  test.describe(`a browser set to ${language}`, () => {
    test.use({ locale: language });
    test('shows the weather in its own language', async ({ page }) => {
      await new Dashboard(page).open();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    });
  });
}

test('the refresh button requests the weather again and shows the new values', async ({ page }) => {
  const dashboard = new Dashboard(page);
  await dashboard.open();
  await expect(dashboard.temperature).not.toContainText('58°');
  await page.route('**/api/weather?*', async (route) => {
    const response = await route.fetch();
    const report = await response.json();
    const current = { ...report.current, temperature_2m: 58 };
    await route.fulfill({ response, json: { ...report, current } });
  });
  await dashboard.refresh.click();
  await expect(dashboard.temperature).toContainText('58°');
});
