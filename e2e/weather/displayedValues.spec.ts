/** The values on the page are those of the API, in both unit systems and three languages. */
import { Dashboard } from '../pages/dashboard.ts';
import { expectedFormats, type System, systems, texts } from '../support/checks/expectedFormats.ts';
import { languages } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ hasTouch }) => hasTouch, 'the values are the same on every width');

/** One number, or both ends of a band of 4 °C or more. */
function shownDegrees(celsius: number, band: { p10: number; p90: number }): number[] {
  return band.p90 - band.p10 >= 4 ? [band.p10, band.p90] : [celsius];
}

for (const language of languages) {
  for (const system of Object.keys(systems) as System[]) {
    test(`in ${language}, ${system}`, async ({ page }) => {
      await page.addInitScript(
        ([chosen, units]) => {
          localStorage.setItem('language', JSON.stringify({ v: 1, value: chosen }));
          localStorage.setItem('units', JSON.stringify({ v: 1, value: units }));
        },
        [language, systems[system]] as const,
      );
      const response = page.waitForResponse((each) => each.url().includes('/api/weather?'));
      await new Dashboard(page).open();
      const { current, hourly, daily, place } = await (await response).json();
      const show = expectedFormats(language, system, place.timezone);
      const { web, shared } = texts(language);
      const { details, hours, forecast } = web.weather;
      const reading = (title: string) => page.getByRole('region', { name: title, exact: true });
      const [today] = daily.days;

      await test.step('now', async () => {
        const now = page.locator('[data-sky]');
        for (const celsius of [
          current.temperature_2m,
          current.apparent_temperature,
          today.temperature_2m_max,
          today.temperature_2m_min,
        ]) {
          await expect(now).toContainText(show.degrees(celsius));
        }
        await expect(now).toContainText(shared.conditions[current.current_weather_condition] ?? '');
      });

      // [R3.18]
      await test.step('readings', async () => {
        await expect(reading(details.wind)).toContainText(show.speed(current.wind_speed_10m));
        await expect(reading(details.wind)).toContainText(show.speed(current.wind_gusts_10m));
        await expect(reading(details.humidity)).toContainText(
          show.percent(current.relative_humidity_2m),
        );
        await expect(reading(details.humidity)).toContainText(show.degrees(current.dew_point_2m));
        await expect(reading(details.pressure)).toContainText(show.pressure(current.pressure_msl));
        await expect(reading(details.visibility)).toContainText(show.distance(current.visibility));
        await expect(reading(details.clouds)).toContainText(show.percent(current.cloud_cover));
        await expect(reading(details.uv)).toContainText(show.index(current.uv_index));
        await expect(reading(details.sun)).toContainText(show.time(today.sun.sunrise));
        await expect(reading(details.sun)).toContainText(show.time(today.sun.sunset));
      });

      // [R1.04]
      await test.step('forty-eight hours', async () => {
        const columns = page.getByRole('list', { name: hours.title }).getByRole('listitem');
        await expect(columns).toHaveCount(48);
        const first = hourly.time.findIndex(
          (time: string) => Date.parse(time) + 3_600_000 > Date.now(),
        );
        for (const offset of [1, 7, 30, 47]) {
          const hour = first + offset;
          const column = columns.nth(offset);
          for (const text of [
            show.time(hourly.time[hour]),
            show.degrees(hourly.temperature_2m[hour]),
            show.percent(hourly.precipitation_probability[hour]),
          ]) {
            await expect(column).toContainText(text);
          }
          // Its unit is shown once, beside the hours.
          await expect(
            column.getByRole('img', { name: show.speed(hourly.wind_speed_10m[hour]) }),
          ).toBeAttached();
          await expect(
            column.getByRole('img', {
              name: shared.conditions[hourly.condition[hour]] ?? '',
              exact: true,
            }),
          ).toBeAttached();
        }
      });

      // [R1.03]
      await test.step('fifteen days', async () => {
        await page.getByRole('tab', { name: forecast.outlook }).click();
        const rows = page
          .getByRole('region', { name: web.weather.days.title })
          .locator('li:has(> details)');
        await expect(rows).toHaveCount(15);
        for (const [index, day] of daily.days.entries()) {
          const { temperature_2m_min: low, temperature_2m_max: high } = day.confidence;
          for (const text of [
            ...shownDegrees(day.temperature_2m_min, low).map(show.degrees),
            ...shownDegrees(day.temperature_2m_max, high).map(show.degrees),
            show.percent(day.precipitation_probability_max),
            show.amount(day.precipitation_sum),
            show.speed(day.wind_speed_10m_max),
          ]) {
            await expect(rows.nth(index)).toContainText(text);
          }
          await expect(rows.nth(index).locator('summary')).toHaveAccessibleName(
            new RegExp(shared.conditions[day.condition] ?? ''),
          );
        }
      });
    });
  }
}
