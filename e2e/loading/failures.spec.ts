/** Failures are shown, and the page recovers from them. */
import { Dashboard } from '../pages/dashboard.ts';
import { expectBelowBar, placeOfToast } from '../support/checks/placeOfToast.ts';
import { expect, test } from '../support/test.ts';

test.describe('without a network', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|CORS or network/i });

  // [R2.24, R9.07]
  test('a dark toast at the top centre shows the failure, stays, and its button retries', async ({
    page,
    context,
  }) => {
    const dashboard = new Dashboard(page);
    await dashboard.open();
    // The last request of the page: its failure would show the toast, which covers the button on a phone.
    await expect(
      page.getByRole('link', { name: 'How accurate are these forecasts?' }),
    ).toBeVisible();
    await context.setOffline(true);
    await dashboard.refresh.click();
    const toast = page.getByText(
      'Network connection issue. This could be due to CORS or server availability.',
    );
    await expect(toast).toBeVisible();
    const { left, right, top, isDark } = await placeOfToast(toast);
    expect(left).toBeCloseTo(right, 0);
    expectBelowBar(top);
    expect(isDark).toBe(true);
    await context.setOffline(false);
    const again = page.waitForResponse((response) => response.url().includes('/api/weather?'));
    await page.getByRole('button', { name: 'Retry' }).click();
    expect((await again).ok()).toBe(true);
  });
});

test.describe('when the server fails', () => {
  test.skip(({ isMobile }) => isMobile, 'the same on every width');
  test.use({ expectedErrors: /status of 50[03]/ });

  test('the page shows an error and Try Again loads the weather', async ({ page }) => {
    await page.route('**/api/weather?*', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal', error: 'An error occurred', message: 'x', request_id: '1' },
      }),
    );
    await page.goto('/');
    await expect(page.getByText('Unable to load weather data')).toBeVisible();
    await page.unroute('**/api/weather?*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await new Dashboard(page).temperature.waitFor();
  });
});

test.describe('when one section of a report is invalid', () => {
  test.skip(({ isMobile }) => isMobile, 'the same on every width');
  test.use({ expectedErrors: /TypeError|error boundary|occurred in/i });

  // [R2.22, R2.23]
  test('that section shows an error and the rest of the page works', async ({ page }) => {
    await page.route('**/api/weather?*', async (route) => {
      const response = await route.fetch();
      const report = await response.json();
      await route.fulfill({ response, json: { ...report, hourly: { time: 7 } } });
    });
    await page.goto('/');
    await expect(page.getByText('Something went wrong.').first()).toBeVisible();
    await new Dashboard(page).temperature.waitFor();
    await page.unroute('**/api/weather?*');
    await page.evaluate(() => localStorage.setItem('foreign', 'x'));
    await page.getByRole('button', { name: 'Reload Page' }).first().click();
    await expect(page.getByText('Something went wrong.')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('foreign'))).toBeNull();
  });
});

test.describe('when the script of a page cannot be loaded', () => {
  test.skip(({ isMobile }) => isMobile, 'the same on every width');
  test.use({
    expectedErrors: /Failed to fetch dynamically|ERR_FAILED|error boundary|occurred in/i,
  });

  // [R2.21, R2.23]
  test('the whole app shows an error, and its countdown can be stopped', async ({ page }) => {
    await page.route('**/assets/Contact-*.js', (route) => route.abort());
    await page.goto('/contact');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await page.getByRole('button', { name: 'Stop countdown' }).click();
    await page.getByText('Technical Details').click();
    await expect(page.getByText('The countdown has been stopped.')).toBeVisible();
    await page.evaluate(() => localStorage.setItem('foreign', 'x'));
    await page.getByRole('button', { name: 'Reload Now' }).click();
    await new Dashboard(page).temperature.waitFor();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.getItem('foreign'))).toBeNull();
  });
});
