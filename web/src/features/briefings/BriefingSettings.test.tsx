/** The settings of briefings and thresholds: per place, saved at once, with a preview by the server. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { writeStored } from '../../storage/store.ts';
import { defaultUnits } from '../../storage/values.ts';
import { answerLocations, buildLocation } from '../../testing/locations.ts';
import { network } from '../../testing/network.ts';
import { renderApp, signIn } from '../../testing/renderApp.tsx';
import { buildReport } from '../../testing/report.ts';

let sent: { path: string; body: Record<string, unknown> }[];

beforeEach(() => {
  sent = [];
  signIn();
  answerLocations(buildLocation('Home'), buildLocation('Office'));
  const record = async (request: Request) => {
    const body = (await request.json()) as Record<string, unknown>;
    sent.push({ path: new URL(request.url).pathname, body });
    return body;
  };
  network.use(
    http.get('*/api/weather', () => HttpResponse.json(buildReport(new Date()))),
    http.put('*/api/briefings/id-*', async ({ request }) => {
      const body = await record(request);
      const briefing = { ...body, location_id: 'id-Home', next_at: '2026-11-18T06:00:00Z' };
      return HttpResponse.json({ briefing });
    }),
    http.put('*/api/thresholds/*', async ({ request }) =>
      HttpResponse.json({ location_id: 'id-Home', ...(await record(request)) }),
    ),
    http.get('*/api/briefings/*/preview', () =>
      HttpResponse.json({
        next_at: '2026-11-18T06:00:00Z',
        title: 'Home: today',
        text: 'Cloudy, 3° to 9°. No rain or snow.',
        is_simulated: false,
      }),
    ),
  );
});

/** The section of the page: looking for roles in all of the settings takes seconds. */
async function findSettings() {
  const title = await screen.findByText('Daily briefing and your own limits');
  const section = title.closest('section');
  if (!section) throw new Error('the settings have no section');
  return within(section);
}

test('a briefing is switched on, changed and previewed', async () => {
  const { user } = renderApp('/settings');
  const settings = await findSettings();
  await user.click(await settings.findByRole('switch', { name: /^Daily briefing/ }));
  const preview = within(await settings.findByRole('region', { name: 'Preview' }));
  expect(await preview.findByText('Cloudy, 3° to 9°. No rain or snow.')).toBeInTheDocument();
  expect(sent[0]).toMatchObject({
    path: '/api/briefings/id-Home',
    body: { time: '07:00', days: [1, 2, 3, 4, 5, 6, 7], push: true, air: false },
  });
  await user.click(settings.getByRole('checkbox', { name: 'Sun' }));
  await waitFor(() => expect(sent[1]?.body.days).toEqual([1, 2, 3, 4, 5, 6]));
});

test('a briefing needs a channel', async () => {
  const { user } = renderApp('/settings');
  const settings = await findSettings();
  await user.click(await settings.findByRole('switch', { name: /^Daily briefing/ }));
  await user.click(await settings.findByRole('switch', { name: 'By email' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  await user.click(settings.getByRole('switch', { name: 'As a push notification' }));
  expect(await settings.findByText('Choose at least one: email or push.')).toBeInTheDocument();
  expect(settings.getByRole('switch', { name: 'As a push notification' })).toBeChecked();
  expect(sent).toHaveLength(2);
});

test('a threshold is chosen in the units of the user and stored in metric ones', async () => {
  writeStored('units', { ...defaultUnits, windSpeed: 'km/h' });
  const { user } = renderApp('/settings');
  const settings = await findSettings();
  await user.click(await settings.findByRole('switch', { name: 'Strong wind' }));
  const limit = await settings.findByRole('combobox', { name: 'Wind over' });
  expect(limit).toHaveDisplayValue('40 km/h');
  await user.selectOptions(limit, '50 km/h');
  await waitFor(() => expect(sent).toHaveLength(2));
  const thresholds = (sent[1]?.body.thresholds ?? []) as { kind: string; value: number }[];
  expect(thresholds.map(({ kind }) => kind)).toEqual(['wind']);
  expect(thresholds[0]?.value).toBeCloseTo(13.889, 3);
});
