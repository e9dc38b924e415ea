/** Adds an issued alert to the reports that the page receives. */
import type { Page } from '@playwright/test';

export async function issueAlert(page: Page, severity: 'info' | 'moderate' | 'severe') {
  // Without the report in the HTML the page requests it.
  const embeddedReport = /<script type="application\/json" id="shell-data">.*?<\/script>/s;
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(embeddedReport, '');
      await route.fulfill({ response: answer, body });
    },
  );
  await page.route('**/api/weather?*', async (route) => {
    const answer = await route.fetch();
    const report = await answer.json();
    const text = {
      language: 'en-GB',
      title: 'Hurricane-force gusts',
      description: 'Gusts up to 130 km/h from the west.',
      instruction: 'Stay indoors.',
      area: 'Berlin',
    };
    const item = {
      id: `alert-${severity}`,
      origin: 'issued',
      severity,
      cap_severity: severity,
      texts: [text],
      hazard: null,
      issuer: 'Deutscher Wetterdienst',
      attribution: null,
      sent_at: new Date().toISOString(),
      starts_at: new Date().toISOString(),
      ends_at: new Date(Date.now() + 3_600_000).toISOString(),
      url: null,
    };
    const alerts = { coverage: 'covered', updated_at: null, items: [item], unmatched: [] };
    const fetched_at = new Date().toISOString();
    await route.fulfill({ response: answer, json: { ...report, fetched_at, alerts } });
  });
}
