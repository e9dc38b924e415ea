/** A visitor opens Halcyon and knows what the sky will do. */
import { Dashboard } from './pages/dashboard.ts';
import { expectNothingMoved, watchShifts } from './support/layoutShift.ts';
import { expect, test } from './support/test.ts';

test('the page shows what the server says, and says plainly that it is simulated', async ({
  page,
}) => {
  const answer = page.waitForResponse((response) => response.url().includes('/api/weather?'));
  const dashboard = new Dashboard(page);
  await dashboard.open();
  const report = await (await answer).json();

  const whole = new Intl.NumberFormat('en-GB', {
    maximumFractionDigits: 0,
    signDisplay: 'negative',
  });
  await expect(dashboard.temperature).toContainText(
    `${whole.format(report.current.temperature_2m)}°`,
  );
  await expect(page.getByText('Simulated weather.', { exact: false }).first()).toBeVisible();
  await page.getByRole('tab', { name: '15 days' }).click();
  await expect(page.getByRole('heading', { name: '15-day outlook' })).toBeVisible();
  expect(report.daily.days).toHaveLength(15);
});

const greetings = {
  en: 'Next 12 hours',
  de: 'Die nächsten 12 Stunden',
  tr: 'Önümüzdeki 12 saat',
} as const;
for (const [language, heading] of Object.entries(greetings)) {
  test.describe(`a browser set to ${language}`, () => {
    test.use({ locale: language });
    test('reads the weather in its own language', async ({ page }) => {
      await new Dashboard(page).open();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    });
  });
}

test('nothing jumps while the weather arrives', async ({ page }) => {
  await watchShifts(page);
  await new Dashboard(page).open();
  await page.evaluate(() => document.fonts.ready);
  await expectNothingMoved(page);
});

test('the button asks anew and the page says so', async ({ page }) => {
  const dashboard = new Dashboard(page);
  await dashboard.open();
  const again = page.waitForResponse((response) => response.url().includes('/api/weather?'));
  await dashboard.refresh.click();
  expect([200, 304]).toContain((await again).status());
});
