/** The list of sent notifications: their reasons, older ones on demand, and a test notification. */
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { components } from '../../api/schema.d.ts';
import { network } from '../../testing/network.ts';
import { renderApp, signIn } from '../../testing/renderApp.tsx';

type SentNotification = components['schemas']['Notification'];

const storm: SentNotification = {
  id: '01900000-0000-7000-8000-000000000001',
  created_at: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  event: 'escalated',
  severity: 'severe',
  location_id: null,
  place: 'Summer house',
  channels: ['push', 'email'],
  alert: {
    id: 'a1',
    origin: 'issued',
    severity: 'severe',
    cap_severity: 'extreme',
    texts: [
      {
        language: 'de-DE',
        title: 'Orkanwarnung',
        description: 'Es treten Böen auf.',
        instruction: null,
        area: 'Kiel',
      },
      {
        language: 'en-GB',
        title: 'Hurricane-force winds',
        description: 'Gusts are expected.',
        instruction: null,
        area: 'Kiel',
      },
    ],
    hazard: null,
    issuer: 'Deutscher Wetterdienst',
    attribution: null,
    sent_at: '2026-11-15T10:00:00Z',
    starts_at: '2026-11-15T11:00:00Z',
    ends_at: '2026-11-15T20:00:00Z',
    url: 'https://warnings.example/a1',
  },
};
const heat: SentNotification = {
  ...storm,
  id: '01900000-0000-7000-8000-000000000000',
  event: 'all_clear',
  severity: 'info',
  place: 'Home',
  channels: [],
  alert: storm.alert && {
    ...storm.alert,
    id: 'c1',
    origin: 'computed',
    texts: [],
    issuer: null,
    url: null,
    hazard: { kind: 'heat', peak: 38, peak_at: '2026-07-15T13:00:00Z' },
  },
};

beforeEach(() => signIn());

function answer(
  page: (before: string | null) => { notifications: SentNotification[]; has_more: boolean },
) {
  network.use(
    http.get('*/api/notifications', ({ request }) =>
      HttpResponse.json(page(new URL(request.url).searchParams.get('before'))),
    ),
  );
}

test('a notification shows the event, the place, the time, the issuer and the channels', async () => {
  answer(() => ({ notifications: [storm], has_more: false }));
  renderApp('/notifications');
  const entry = within(await screen.findByRole('listitem'));
  expect(entry.getByText('More severe: Hurricane-force winds')).toBeInTheDocument();
  expect(entry.getByText(/Summer house · /)).toHaveTextContent(
    'Summer house · 2 hr ago · by push notification, email',
  );
  expect(entry.getByText('Gusts are expected.')).toBeInTheDocument();
  expect(entry.getByText(/Issued by Deutscher Wetterdienst/)).toBeInTheDocument();
  expect(entry.getByRole('link')).toHaveAttribute('href', 'https://warnings.example/a1');
});

test('older notifications are loaded on demand, and hazards are distinguished from issued alerts', async () => {
  answer((before) => ({ notifications: [before ? heat : storm], has_more: !before }));
  const { user } = renderApp('/notifications');
  await user.click(await screen.findByRole('button', { name: 'Show older ones' }));
  const entries = await screen.findAllByRole('listitem');
  expect(entries).toHaveLength(2);
  expect(entries[1]).toHaveTextContent('All clear');
  expect(entries[1]).toHaveTextContent('shown here only');
  expect(entries[1]).toHaveTextContent('not an official one');
  expect(screen.queryByRole('button', { name: 'Show older ones' })).not.toBeInTheDocument();
});

test('an empty list is explained, and a failed request offers another try', async () => {
  network.use(
    http.get('*/api/notifications', () => HttpResponse.json({ code: 'internal' }, { status: 500 })),
  );
  const { user } = renderApp('/notifications');
  const again = await screen.findByRole('button', { name: 'Try Again' }, { timeout: 8000 });
  answer(() => ({ notifications: [], has_more: false }));
  await user.click(again);
  expect(await screen.findByText(/Nothing has been sent to you/)).toBeInTheDocument();
});

test.each([
  [['email'], 'A test is on its way by email.'],
  [[], /Nothing could be sent/],
])('a test notification shows its channels: %o', async (channels, text) => {
  answer(() => ({ notifications: [], has_more: false }));
  network.use(http.post('*/api/notifications/test', () => HttpResponse.json({ channels })));
  const { user } = renderApp('/notifications');
  await user.click(await screen.findByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText(text)).toBeInTheDocument();
});
