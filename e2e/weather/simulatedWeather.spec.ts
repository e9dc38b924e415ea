/** Each simulated scenario: the page shows the conditions and insights of the server and stays accessible. */
import { Dashboard } from '../pages/dashboard.ts';
import { texts } from '../support/checks/expectedFormats.ts';
import { type Server, startServer } from '../support/servers/server.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const scenarios = ['calm', 'rain-stopping', 'severe-storm', 'blizzard', 'frost', 'heat-wave'];

test.skip(({ isMobile }) => isMobile, 'the texts are the same on every width');

for (const scenario of scenarios) {
  test.describe(scenario, () => {
    let weather: Server;
    test.beforeAll(async () => {
      weather = await startServer({ HALCYON_SIMULATED_SCENARIO: scenario });
    });
    test.afterAll(() => weather.stop());
    test.use({ expectedErrors: /third-party request/ });

    test('condition and insights are shown', async ({ page }) => {
      test.slow();
      const response = page.waitForResponse((each) => each.url().includes('/api/weather?'));
      await new Dashboard(page).open(`${weather.url}/`);
      const report = await (await response).json();
      const { shared } = texts('en');
      await expect(page.locator('[data-sky]')).toContainText(
        shared.conditions[report.current.current_weather_condition] ?? 'missing',
      );
      const insights = page.getByRole('region', { name: 'Good to know' });
      const shown = Math.min(report.insights.items.length, 4);
      await expect(insights.getByText('Why?')).toHaveCount(shown);
      if (shown > 0) {
        await insights.getByText('Why?').first().click();
        await expect(insights.getByText(/Source of the threshold/).first()).toBeVisible();
      }
      await expectAccessible(page);
    });
  });
}
