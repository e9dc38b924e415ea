/** Renders the whole app at a path; only the network is stubbed. */
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { pageTexts } from '../../build/texts.ts';
import type { User } from '../api/session/types.ts';
import { App } from '../app/App.tsx';
import type { Language } from '../i18n/language.ts';
import type { NativeBridge } from '../platform/bridge.ts';
import { createWebBridge } from '../platform/webBridge.ts';
import { isStored, writeStored } from '../storage/store.ts';
import type { Place } from '../storage/values.ts';
import { network } from './network.ts';
import { buildReport } from './report.ts';

interface RenderAppOptions {
  /** The chosen place; null for a first visit. A place that the test has stored takes precedence. */
  place?: Place | null;
  language?: Language;
  bridge?: NativeBridge;
  reload?: () => void;
}

export function renderApp(path: string, options: RenderAppOptions = {}) {
  const {
    language = 'en',
    bridge = createWebBridge(),
    reload = () => undefined,
    place = berlin,
  } = options;
  if (place && !isStored('selectedLocation')) writeStored('selectedLocation', place);
  // Only the dashboard shows the tour; on other pages the stored value would be sent to the account.
  if (place && path === '/' && !isStored('onboardingSeen')) writeStored('onboardingSeen', true);
  window.history.replaceState(null, '', path);
  const texts = JSON.parse(pageTexts(language));
  // Without a pause between two keys.
  const user = userEvent.setup({ delay: null });
  const { unmount } = render(<App initial={{ language, texts }} bridge={bridge} reload={reload} />);
  return { user, unmount };
}

const berlin: Place = { id: null, name: 'Berlin', latitude: 52.52, longitude: 13.41 };

/** Stubs the weather, starting at the current hour. */
export function answerWeather(report = buildReport(thisHour())): void {
  network.use(http.get('*/api/weather', () => HttpResponse.json(report)));
}

/** Sets the session cookies of an earlier visit, or of a sign-in that has just ended, and stubs Ada's profile. */
export function signIn({
  isSilent = false,
  isNew = false,
  ...change
}: Partial<User> & { isSilent?: boolean; isNew?: boolean } = {}) {
  writeStored('sessionExpiresAt', isNew ? null : Date.now());
  for (const name of ['csrf_access_token', 'csrf_refresh_token']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the readable half of what a login leaves
    document.cookie = `${name}=x; Path=/`;
  }
  network.use(
    http.get('*/api/auth/me', async () => {
      if (isSilent) await delay('infinite');
      return HttpResponse.json({ user: { ...ada, ...change }, expires_in: 900 });
    }),
  );
}

export const ada: User = {
  id: 'u1',
  email: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone_number: '',
  auth_provider: 'email',
  email_verified: true,
  needs_verification: false,
  has_password: true,
  has_second_factor: false,
  debug_console: false,
};

function thisHour(): Date {
  const now = new Date();
  now.setMinutes(0, 0, 0);
  return now;
}
