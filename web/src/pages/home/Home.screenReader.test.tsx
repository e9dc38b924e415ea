/** Eight tasks done with a simulated screen reader. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { dataOf } from '../../features/weather/report.ts';
import { readStored } from '../../storage/store.ts';
import { buildAlert, covered } from '../../testing/alerts.ts';
import { answerLocations, answerPlaces, buildLocation } from '../../testing/locations.ts';
import { network } from '../../testing/network.ts';
import { ada, answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';
import { buildReport } from '../../testing/report.ts';
import {
  heardSoFar,
  listenFor,
  pressWhenHeard,
  readUntil,
  startListening,
  stopListening,
  typeWhenHeard,
} from '../../testing/screenReader.ts';

afterEach(stopListening);

const thisHour = () => new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);

test('hears today’s weather', async () => {
  answerWeather();
  renderApp('/');
  await screen.findByText('Feels like 15°');
  await startListening();
  await listenFor(/Low 11°/);
  const heard = await heardSoFar();
  for (const phrase of ['Berlin', 'Temperature now: 17°', 'Light rain', 'High 19°']) {
    expect(heard).toContain(phrase);
  }
});

test('hears tomorrow’s rain', async () => {
  const report = buildReport(thisHour());
  const tomorrow = dataOf(report.daily)?.days[1];
  if (tomorrow) Object.assign(tomorrow, { precipitation_probability_max: 64 });
  answerWeather(report);
  renderApp('/');
  await screen.findByRole('tab', { name: 'Daily' });
  await startListening();
  await pressWhenHeard(/^tab, Daily/);
  await screen.findByRole('slider', { name: /Chart of the week/ });
  await listenFor(/^slider, Chart of the week/);
  // The second row of the list is tomorrow's.
  await listenFor(/^list$/);
  await listenFor(/position 2, set size 7/);
  const row = await readUntil(/position 3, set size 7/);
  expect(row).toContain('64%');
  expect(row).toContain('Rain showers');
});

test('adds a place', async () => {
  answerWeather();
  answerPlaces('Potsdam');
  signIn();
  const sent: unknown[] = [];
  network.use(
    http.get('*/api/locations/history', () => HttpResponse.json({ history: [] })),
    http.post('*/api/locations/history', () => HttpResponse.json({})),
    http.post('*/api/locations', async ({ request }) => {
      sent.push(await request.json());
      answerLocations(buildLocation('Potsdam'));
      return HttpResponse.json({ location: buildLocation('Potsdam') }, { status: 201 });
    }),
  );
  renderApp('/locations');
  await screen.findByRole('combobox');
  await startListening();
  await typeWhenHeard(/^combobox, Search for a place/, 'Pots');
  await screen.findByRole('option');
  await pressWhenHeard(/^option, .*Potsdam/);
  await screen.findByRole('dialog', { name: 'Add place' });
  await listenFor(/^dialog, Add place/);
  await pressWhenHeard(/^button, Save$/);
  await waitFor(async () => expect(await heardSoFar()).toMatch(/polite: .*Location saved/));
  expect(sent).toMatchObject([{ name: 'Potsdam' }]);
});

function answerLogin(answer: () => Response) {
  network.use(http.post('*/api/auth/login', answer));
}

test('signs in', async () => {
  answerWeather();
  answerLogin(() => {
    for (const name of ['csrf_access_token', 'csrf_refresh_token']) {
      // biome-ignore lint/suspicious/noDocumentCookie: what the answer's Set-Cookie does in a browser
      document.cookie = `${name}=x; Path=/`;
    }
    const expires_at = Math.floor(Date.now() / 1000) + 900;
    return HttpResponse.json({ access_token: 'jwt', user: ada, expires_in: 900, expires_at });
  });
  renderApp('/login');
  await screen.findByRole('textbox', { name: 'Email' });
  await startListening();
  await typeWhenHeard(/^textbox, Email/, 'ada@example.org');
  await typeWhenHeard(/Password/, 'correct horse');
  await pressWhenHeard(/^button, Log in$/);
  await screen.findByText('Welcome, Ada');
  await waitFor(async () => expect(await heardSoFar()).toMatch(/polite: .*Welcome, Ada/));
});

test('hears that a password is wrong', async () => {
  answerLogin(() =>
    HttpResponse.json({ code: 'bad_credentials', error: 'Login failed' }, { status: 401 }),
  );
  renderApp('/login');
  await screen.findByRole('textbox', { name: 'Email' });
  await startListening();
  await typeWhenHeard(/^textbox, Email/, 'ada@example.org');
  await typeWhenHeard(/Password/, 'wrong');
  await pressWhenHeard(/^button, Log in$/);
  await screen.findByText('Login failed');
  await waitFor(async () =>
    expect(await heardSoFar()).toMatch(/assertive: .*Login failed.*Invalid email or password/),
  );
});

test('reads a severe alert', async () => {
  const report = buildReport(thisHour());
  const warning = buildAlert({ id: 'read-by-ear', severity: 'severe' });
  answerWeather({ ...report, alerts: covered(warning) });
  renderApp('/');
  await screen.findByText('Wind gusts');
  await startListening();
  await listenFor(/^region, Alerts/);
  await pressWhenHeard(/Wind gusts/);
  await listenFor(/Keep away from trees\./);
  const heard = await heardSoFar();
  expect(heard).toContain('Severe');
  expect(heard).toContain('Issued by Deutscher Wetterdienst');
  expect(heard).toContain('Gusts up to 90 km/h from the west.');
});

test('changes units', async () => {
  renderApp('/accessibility-settings');
  await screen.findByRole('group', { name: 'Temperature' });
  await startListening();
  await listenFor(/^group, Temperature/);
  await pressWhenHeard(/^radio, °F/);
  await waitFor(() => expect(readStored('units').temperature).toBe('fahrenheit'));
  await listenFor(/For example: 70°/);
});

test('deletes the account', async () => {
  signIn();
  const sent: unknown[] = [];
  network.use(
    http.post('*/api/auth/delete-account', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({});
    }),
    http.post('*/api/auth/logout', () => HttpResponse.json({})),
  );
  renderApp('/delete-account');
  await screen.findByRole('alertdialog');
  await startListening();
  await listenFor(/^alertdialog, Delete your account\?/);
  await listenFor(/Your saved places and your search history/);
  await typeWhenHeard(/^textbox, Type “delete” to confirm/, 'delete');
  await pressWhenHeard(/^button, Delete for good/);
  await waitFor(async () =>
    expect(await heardSoFar()).toContain('Your account and everything in it are deleted.'),
  );
  expect(sent).toEqual([{}]);
});
