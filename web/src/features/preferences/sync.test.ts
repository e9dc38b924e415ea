/** Preferences of a user: which side wins, and what is sent. */
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApi } from '../../api/client.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import { type Preferences, storedPreferences } from '../../storage/storedPreferences.ts';
import { defaultUnits } from '../../storage/values.ts';
import { network } from '../../testing/network.ts';
import { signIn } from '../../testing/renderApp.tsx';
import { until } from '../../testing/stubServer.ts';
import {
  mergePreferences,
  preferencesFailedEvent,
  preferencesSavedEvent,
  startPreferenceSync,
} from './sync.ts';

const once = (name: string) =>
  new Promise((resolve) => window.addEventListener(name, resolve, { once: true }));

describe('merging', () => {
  const fahrenheit = { ...defaultUnits, temperature: 'fahrenheit' as const };

  test('a value that is set on the server wins', () => {
    const { adopt, push } = mergePreferences({ language: 'tr' }, { language: 'de' });
    expect(adopt).toEqual({ language: 'tr' });
    expect(push).toEqual({});
  });

  test('a value that is unset there is filled from the device, and one unset on both stays unset', () => {
    const { adopt, push } = mergePreferences({ theme: null }, { theme: 'dark', units: fahrenheit });
    expect(adopt).toEqual({});
    expect(push).toEqual({ theme: 'dark', units: fahrenheit });
  });

  test('accessibility settings are filled individually', () => {
    const { adopt, push } = mergePreferences(
      { accessibility: { fontSize: 'large', reducedMotion: null } },
      { accessibility: { fontSize: 'small', reducedMotion: true } },
    );
    expect(adopt).toEqual({ accessibility: { fontSize: 'large', reducedMotion: true } });
    expect(push).toEqual({ accessibility: { reducedMotion: true } });
  });

  test('an invalid value of the server counts as unset', () => {
    const { adopt, push } = mergePreferences({ language: '<script>' }, { language: 'de' });
    expect(adopt).toEqual({});
    expect(push).toEqual({ language: 'de' });
  });
});

describe('with the server', () => {
  let posted: unknown[];
  let stop = () => {};

  beforeEach(() => {
    posted = [];
    network.use(
      http.get('*/api/user/preferences', () =>
        HttpResponse.json({ preferences: { language: 'tr' } }),
      ),
      http.post('*/api/user/preferences', async ({ request }) => {
        posted.push(await request.json());
        return HttpResponse.json({ preferences: {} });
      }),
    );
  });
  afterEach(() => stop());

  function start(atStart?: Preferences) {
    signIn();
    const { session, client } = createApi({ reload: () => {}, resetLocations: () => {} });
    const stopSync = startPreferenceSync(session, client, atStart);
    const stopSession = session.start();
    stop = () => {
      stopSync();
      stopSession();
    };
  }

  async function open() {
    start();
    await until(() => readStored('language') === 'tr');
  }

  test('a sign-in adopts the preferences of the account and fills gaps from the device', async () => {
    writeStored('theme', 'dark');
    await open();
    await until(() => posted.length === 1);
    expect(posted).toEqual([{ theme: 'dark' }]);
  });

  test('a value changed during the request is kept and sent', async () => {
    network.use(
      http.get('*/api/user/preferences', () => {
        writeStored('language', 'de');
        return HttpResponse.json({ preferences: { language: 'tr', theme: 'dark' } });
      }),
    );
    const saved = once(preferencesSavedEvent);
    start();
    // The user reads that the change was saved, as after a later one.
    expect(await saved).toMatchObject({ detail: { before: {}, changed: ['language'] } });
    expect([readStored('theme'), readStored('language')]).toEqual(['dark', 'de']);
    expect(posted).toContainEqual({ language: 'de' });
  });

  test('a value changed after the start of the app, before this was loaded, is kept and sent', async () => {
    writeStored('theme', 'light');
    const atStart = storedPreferences();
    writeStored('theme', 'dark');
    network.use(
      http.get('*/api/user/preferences', () =>
        HttpResponse.json({ preferences: { language: 'tr', theme: 'light' } }),
      ),
    );
    start(atStart);
    await until(() => posted.length > 0);
    expect(readStored('theme')).toBe('dark');
    expect(posted).toEqual([{ theme: 'dark' }]);
  });

  test('a write during the request does not send what the account already has', async () => {
    writeStored('theme', 'dark');
    network.use(
      http.get('*/api/user/preferences', () => {
        // Not a preference.
        writeStored('recentPlaces', []);
        return HttpResponse.json({ preferences: { language: 'tr', theme: 'dark' } });
      }),
    );
    await open();
    writeStored('onboardingSeen', true);
    await until(() => posted.length > 0);
    expect(posted).toEqual([{ onboardingSeen: true }]);
  });

  test('a later change sends only what changed', async () => {
    await open();
    const settings = { fontSize: 'large' as const };
    writeStored('accessibility', settings);
    await until(() => posted.length === 1);
    expect(posted).toEqual([{ accessibility: settings }]);
  });

  test('a change that failed is sent with the next one', async () => {
    await open();
    network.use(
      http.post('*/api/user/preferences', () => new HttpResponse(null, { status: 503 }), {
        once: true,
      }),
    );
    const failed = once(preferencesFailedEvent);
    writeStored('theme', 'dark');
    await failed;
    writeStored('onboardingSeen', true);
    await until(() => posted.length === 1);
    expect(posted).toEqual([{ theme: 'dark', onboardingSeen: true }]);
  });
});

// Health data: what is removed from a shared browser is neither sent nor deleted in the account.
test('nothing is sent when the user leaves and the browser forgets what is personal', async () => {
  const posted: unknown[] = [];
  network.use(
    http.post('*/api/user/preferences', async ({ request }) => {
      posted.push(await request.json());
      return HttpResponse.json({ preferences: {} });
    }),
    http.get('*/api/user/preferences', () =>
      HttpResponse.json({ preferences: { air: { sync: true, sensitivities: ['birch'] } } }),
    ),
    http.post('*/api/auth/logout', () => HttpResponse.json({})),
  );
  signIn();
  const { session, client } = createApi({ reload: () => {}, resetLocations: () => {} });
  const stop = startPreferenceSync(session, client);
  const stopSession = session.start();
  await until(() => readStored('air').sync);
  session.logout();
  await until(() => !readStored('air').sync);
  expect(posted).toEqual([]);
  stop();
  stopSession();
});

test('a visitor sends no request', async () => {
  const { session, client } = createApi({ reload: () => {}, resetLocations: () => {} });
  const stop = startPreferenceSync(session, client);
  const stopSession = session.start();
  writeStored('theme', 'dark');
  expect(session.state.status).toBe('anonymous');
  stop();
  stopSession();
});
