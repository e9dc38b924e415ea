/** The glance page: large, without interaction, and never old without saying so. */
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { buildAlert, covered } from '../../testing/alerts.ts';
import { answerLocations, buildLocation } from '../../testing/locations.ts';
import { network } from '../../testing/network.ts';
import { renderApp, signIn } from '../../testing/renderApp.tsx';
import { buildReport } from '../../testing/report.ts';

test('the place of the address is shown with its weather and age, and nothing to press', async () => {
  network.use(http.get('*/api/weather', () => HttpResponse.json(buildReport(new Date()))));
  renderApp('/glance?lat=52.52&lon=13.41&name=Berlin');
  expect(await screen.findByRole('heading', { name: 'Berlin' })).toBeInTheDocument();
  expect(await screen.findByText(/^As of /)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('an alert in force is named with its severity and its issuer', async () => {
  const report = buildReport(new Date(), { alerts: covered(buildAlert({ severity: 'severe' })) });
  network.use(http.get('*/api/weather', () => HttpResponse.json(report)));
  renderApp('/glance?lat=52.52&lon=13.41&name=Berlin');
  const alerts = await screen.findByRole('region', { name: 'Alerts' });
  expect(alerts).toHaveTextContent('Wind gusts (Severe) Issued by Deutscher Wetterdienst');
});

test('without an address it is the first saved place', async () => {
  signIn();
  answerLocations(buildLocation('Home'), buildLocation('Office'));
  network.use(http.get('*/api/weather', () => HttpResponse.json(buildReport(new Date()))));
  renderApp('/glance');
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeInTheDocument();
});

/** Fetched so many minutes ago. */
function answerReportOf(minutesAgo: number) {
  const fetched_at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const report = buildReport(new Date(), { fetched_at });
  network.use(http.get('*/api/weather', () => HttpResponse.json(report)));
}

test('weather of more than an hour ago is called old', async () => {
  answerReportOf(70);
  renderApp('/glance?lat=52.52&lon=13.41&name=Berlin');
  expect(await screen.findByText(/^Old: as of /)).toBeInTheDocument();
  expect(screen.getByText(/^High /)).toBeInTheDocument();
});

test('weather of many hours ago is not shown as the present', async () => {
  answerReportOf(7 * 60);
  renderApp('/glance?lat=52.52&lon=13.41&name=Berlin');
  expect(await screen.findByText(/cannot be loaded right now/)).toBeInTheDocument();
  expect(screen.getByText(/^Old: as of /)).toBeInTheDocument();
  expect(screen.queryByText(/^High /)).not.toBeInTheDocument();
});
