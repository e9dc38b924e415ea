/** The stubbed network of tests: the real texts, default responses, and the responses a test adds. */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { pageTexts } from '../../build/texts.ts';

const texts = http.get('*/@texts/:file', ({ params }) =>
  HttpResponse.json(JSON.parse(pageTexts(String(params.file).replace('.json', '')))),
);

/** An account without stored preferences. */
const preferences = http.all('*/api/user/preferences', () =>
  HttpResponse.json({ preferences: {} }),
);

/** An account without other sessions, providers or passkeys, without tokens and feeds. */
const account = [
  http.get('*/api/auth/sessions', () => HttpResponse.json({ sessions: [] })),
  http.get('*/api/auth/identities', () => HttpResponse.json({ identities: [] })),
  http.get('*/api/auth/passkeys', () => HttpResponse.json({ passkeys: [] })),
  http.get('*/api/tokens', () => HttpResponse.json({ tokens: [] })),
  http.get('*/api/feeds', () => HttpResponse.json({ feeds: [] })),
];

/** A server without external services. */
const config = http.get('*/api/config', () =>
  HttpResponse.json({
    google_client_id: null,
    apple_client_id: null,
    oidc: null,
    passkey_domain: null,
    vapid_public_key: null,
    onesignal_app_id: null,
    support_email: 'support@example.org',
    has_mail: true,
    sign_ups: 'open',
    version: '1.2.3',
  }),
);

/** An account without saved places. */
const locations = http.get('*/api/locations', () => HttpResponse.json({ locations: [] }));

/** An account without briefings. */
const briefings = [
  http.get('*/api/briefings', () => HttpResponse.json({ briefings: [] })),
  http.get('*/api/thresholds', () => HttpResponse.json({ places: [] })),
  http.put('*/api/briefings/time-zone', () => HttpResponse.json({})),
];

/** A place whose forecasts are not recorded. */
const accuracy = http.get('*/api/weather/accuracy', () =>
  HttpResponse.json({
    unavailable: 'not_ready',
    compared_with: 'analysis',
    period_days: 30,
    minimum_days: 10,
    leads: [],
    days: [],
  }),
);

/** A server without air quality. */
const air = http.get('*/api/weather/air', () =>
  HttpResponse.json({ air: { unavailable: 'switched_off' }, hours: [], simulated: false }),
);

/** A server without a rain map. */
const rain = http.get('*/api/rain', () =>
  HttpResponse.json({
    kind: 'none',
    source: null,
    attribution: [],
    observed_at: null,
    timezone: 'Europe/Berlin',
    frames: [],
    zoom: { min: 4, max: 6 },
    base_version: '',
    summary: {
      state: 'no_radar',
      intensity: null,
      from: null,
      to: null,
      margin_minutes: null,
      distance_km: null,
      bearing: null,
      heading: null,
      speed_kmh: null,
      confidence: null,
    },
    next: [],
  }),
);

/** Requests that the app makes in the background. */
const background = [
  http.post('*/api/locations/permission', () => HttpResponse.json({ permission: 'UNKNOWN' })),
  http.post('*/api/locations/permission/anonymous', () =>
    HttpResponse.json({ permission: 'UNKNOWN' }),
  ),
  http.get('*/api/locations/history', () => HttpResponse.json({ history: [] })),
  http.get('*/api/locations/history/anonymous', () => HttpResponse.json({ history: [] })),
  http.post('*/api/locations/history', () => HttpResponse.json({})),
  http.post('*/api/locations/history/anonymous', () => HttpResponse.json({})),
  http.post('*/api/locations/history/adopt', () => HttpResponse.json({})),
];

export const network = setupServer(
  locations,
  ...briefings,
  accuracy,
  air,
  rain,
  texts,
  preferences,
  ...account,
  ...background,
  config,
);
