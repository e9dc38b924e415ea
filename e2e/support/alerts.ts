/** A warning in a new report of the server, as an authority would have issued it. */
import type { Page } from '@playwright/test';

export async function issueWarning(page: Page, severity: 'info' | 'moderate' | 'severe') {
  await page.route('**/api/weather?*', async (route) => {
    const answer = await route.fetch();
    const report = await answer.json();
    const item = {
      id: `warning-${severity}`,
      origin: 'issued',
      severity,
      title: 'Hurricane-force gusts',
      description: 'Gusts up to 130 km/h from the west.',
      instruction: 'Stay indoors.',
      issuer: 'Deutscher Wetterdienst',
      starts_at: new Date().toISOString(),
      ends_at: null,
      url: null,
    };
    const alerts = { coverage: 'covered', updated_at: null, items: [item] };
    const fetched_at = new Date().toISOString();
    await route.fulfill({ response: answer, json: { ...report, fetched_at, alerts } });
  });
}
