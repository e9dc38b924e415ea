/** The network as tests see it: our own texts, and whatever answers a test gives. */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { pageTexts } from '../../build/texts.ts';

const texts = http.get('*/@texts/:file', ({ params }) =>
  HttpResponse.json(JSON.parse(pageTexts(String(params.file).replace('.json', '')))),
);

/** An account whose owner has set nothing yet. */
const preferences = http.all('*/api/user/preferences', () =>
  HttpResponse.json({ preferences: {} }),
);

/** Who is signed in uses one device, and no provider. */
const account = [
  http.get('*/api/auth/sessions', () => HttpResponse.json({ sessions: [] })),
  http.get('*/api/auth/identities', () => HttpResponse.json({ identities: [] })),
];

/** A server whose operator has connected nothing. */
const config = http.get('*/api/config', () =>
  HttpResponse.json({
    google_client_id: null,
    apple_client_id: null,
    vapid_public_key: null,
    onesignal_app_id: null,
    support_email: 'support@example.org',
    version: '1.2.3',
  }),
);

/** Who is signed in has saved no place yet. */
const locations = http.get('*/api/locations', () => HttpResponse.json({ locations: [] }));

/** What is told on the way, whether or not anybody waits for it. */
const told = [
  http.post('*/api/locations/permission', () => HttpResponse.json({ permission: 'UNKNOWN' })),
  http.post('*/api/locations/permission/anonymous', () =>
    HttpResponse.json({ permission: 'UNKNOWN' }),
  ),
  http.get('*/api/locations/history', () => HttpResponse.json({ history: [] })),
  http.get('*/api/locations/history/anonymous', () => HttpResponse.json({ history: [] })),
  http.post('*/api/locations/history', () => HttpResponse.json({})),
  http.post('*/api/locations/history/anonymous', () => HttpResponse.json({})),
];

export const network = setupServer(locations, texts, preferences, ...account, ...told, config);
