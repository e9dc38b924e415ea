/** Sign-in with Google and Apple: when scripts are loaded, every message, and the fallbacks. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createWebBridge } from '../../platform/webBridge.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import { network } from '../../testing/network.ts';
import { ada, answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';

type Callback = (answer: { credential?: string }) => void;
type Listener = (moment: { isSkippedMoment: () => boolean }) => void;
const skipped = { isSkippedMoment: () => true };

/** Scripts the page has requested, in order. */
let scripts: string[];
/** What the provider's script does once it is loaded; null: loading it fails. */
let installs: (() => void) | null;
let google: { nonce: string; callback: Callback; listener: Listener };
let sent: Record<string, unknown>[];

beforeEach(() => {
  scripts = [];
  sent = [];
  google = {} as typeof google;
  installs = () => undefined;
  vi.stubGlobal('google', undefined);
  vi.stubGlobal('AppleID', undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  // jsdom loads no external scripts: this replaces the network.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const script = nodes[0] as HTMLScriptElement;
    scripts.push(script.src);
    queueMicrotask(() => {
      installs?.();
      script.dispatchEvent(new Event(installs ? 'load' : 'error'));
    });
  });
  network.use(
    http.post('*/api/auth/nonce', () => HttpResponse.json({ nonce: 'n-1' })),
    http.get('*/api/config', () =>
      HttpResponse.json({ google_client_id: 'g-id', apple_client_id: 'a-id', version: '1' }),
    ),
  );
});

function installGoogle(): void {
  vi.stubGlobal('google', {
    accounts: {
      id: {
        initialize: (options: typeof google) => {
          google = { ...google, ...options };
        },
        prompt: (listener: Listener) => {
          google = { ...google, listener };
        },
        disableAutoSelect: () => undefined,
      },
    },
  });
}

/** Apple's script: resolves or rejects as given, with the state it received. */
function installApple(answer: { id_token?: string; user?: object } | { error: string }): void {
  let state = '';
  vi.stubGlobal('AppleID', {
    auth: {
      init: (options: { state: string; scope: string; usePopup: boolean }) => {
        expect(options).toMatchObject({ scope: 'name email', usePopup: true, nonce: 'n-1' });
        state = options.state;
      },
      signIn: async () => {
        if ('error' in answer) throw answer;
        const { id_token, user } = answer;
        return { authorization: { id_token, code: 'c', state }, ...(user && { user }) };
      },
    },
  });
}

function answerSignIn(path: string, ...answers: { status: number; code?: string }[]): void {
  let turn = 0;
  network.use(
    http.post(`*/api/auth/${path}`, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      const { status, code } = answers[Math.min(turn++, answers.length - 1)] ?? { status: 200 };
      if (status !== 200) return HttpResponse.json({ code, error: '' }, { status });
      for (const name of ['csrf_access_token', 'csrf_refresh_token']) {
        // biome-ignore lint/suspicious/noDocumentCookie: what the answer's Set-Cookie does in a browser
        document.cookie = `${name}=x; Path=/`;
      }
      return HttpResponse.json({ access_token: 'jwt', user: ada, expires_in: 900, expires_at: 0 });
    }),
  );
}

async function press(provider: 'Google' | 'Apple', path = '/login') {
  // A script element stays in the page between tests; the globals it defined do not.
  installs?.();
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: `Continue with ${provider}` }));
  return user;
}

// [R7.18, R8.02]
test('providers that are not configured are not offered, and no script is loaded before a press', async () => {
  network.use(
    http.get('*/api/config', () =>
      HttpResponse.json({ google_client_id: null, apple_client_id: 'a-id', version: '1' }),
    ),
  );
  renderApp('/login');
  expect(await screen.findByRole('button', { name: 'Continue with Apple' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Continue with Google' })).not.toBeInTheDocument();
  expect(scripts).toEqual([]);
});

describe('Google', () => {
  beforeEach(() => {
    installs = installGoogle;
  });

  // [R1.10]
  test('signs in with the token for our nonce', async () => {
    answerWeather();
    answerSignIn('google', { status: 200 });
    await press('Google');
    await waitFor(() => expect(google.nonce).toBe('n-1'));
    act(() => google.callback({ credential: 'id-token' }));
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(sent).toEqual([{ token: 'id-token' }]);
  });

  // [R5.07, R8.02]
  test('without a credential shows an error', async () => {
    await press('Google');
    await waitFor(() => expect(google.callback).toBeDefined());
    act(() => google.callback({}));
    expect(await screen.findByText('No credential received from Google')).toBeInTheDocument();
  });

  // [R8.02]
  test('whose prompt is skipped offers the sign-in page of Google, with the return path', async () => {
    await press('Google', '/login?next=%2Fsettings');
    await waitFor(() => expect(google.listener).toBeDefined());
    act(() => google.listener(skipped));
    expect(
      await screen.findByText('Google sign-in prompt could not be displayed'),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Continue on Google’s page instead' })).toHaveAttribute(
      'href',
      '/api/auth/google/start?return_to=%2Fsettings',
    );
  });

  // [R8.02]
  test('whose script cannot be loaded shows an error', async () => {
    installs = null;
    await press('Google');
    expect(
      await screen.findByText('Google client not initialized or client ID not set'),
    ).toBeInTheDocument();
  });

  // [R8.02]
  test('that the server rejects shows an error', async () => {
    answerSignIn('google', { status: 401, code: 'google_failed' });
    await press('Google');
    await waitFor(() => expect(google.callback).toBeDefined());
    act(() => google.callback({ credential: 'forged' }));
    expect(await screen.findByText('Google login failed')).toBeInTheDocument();
  });

  test('with the e-mail of an existing account asks for its password, and again after a wrong one', async () => {
    answerWeather();
    answerSignIn(
      'google',
      { status: 409, code: 'link_required' },
      { status: 401, code: 'bad_credentials' },
      { status: 200 },
    );
    const user = await press('Google');
    await waitFor(() => expect(google.callback).toBeDefined());
    act(() => google.callback({ credential: 'id-token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Connect your account' }));
    await user.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
    expect(await dialog.findByText('Invalid email or password')).toBeInTheDocument();
    await user.clear(dialog.getByLabelText('Password'));
    await user.type(dialog.getByLabelText('Password'), 'right{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(sent.map(({ password }) => password)).toEqual([undefined, 'wrong', 'right']);
  });
});

describe('Apple', () => {
  // [R1.11, R3.11]
  test('signs in with token and name, which Apple sends only once', async () => {
    answerWeather();
    const user = { name: { firstName: 'Ada', lastName: 'Lovelace' } };
    installs = () => installApple({ id_token: 'id-token', user });
    answerSignIn('apple', { status: 503, code: 'unavailable' }, { status: 200 });
    const person = await press('Apple');
    expect(await screen.findByText('Apple login failed')).toBeInTheDocument();
    installApple({ id_token: 'id-token' });
    await person.click(screen.getByRole('button', { name: 'Continue with Apple' }));
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(sent).toEqual([
      { id_token: 'id-token', code: 'c', user },
      { id_token: 'id-token', code: 'c', user },
    ]);
    expect(sessionStorage.getItem('apple_user')).toBeNull();
  });

  // [R5.07, R8.02]
  test.each([
    ['No ID token received from Apple', () => installApple({})],
    ['Apple Sign In failed', () => installApple({ error: 'popup_blocked_by_browser' })],
    ['Apple Sign In not initialized', null],
  ])('%s', async (message, install) => {
    installs = install;
    await press('Apple');
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(
      screen.getByRole('link', { name: 'Continue on Apple’s page instead' }),
    ).toBeInTheDocument();
  });

  test('that is cancelled shows no error', async () => {
    installs = () => installApple({ error: 'popup_closed_by_user' });
    await press('Apple');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Continue with Apple' })).toBeEnabled(),
    );
    expect(screen.queryByText(/Apple Sign In|Apple login/)).not.toBeInTheDocument();
  });
});

// [R2.15]
test.each([
  ['google', 'Google login failed'],
  ['apple', 'Apple login failed'],
  ['email_taken', 'This email is already registered. Please log in with your password.'],
])('a provider’s page that fails with %s shows an error at the login', async (error, message) => {
  renderApp(`/login?error=${error}`);
  expect(await screen.findByText(message)).toBeInTheDocument();
});

describe('in the app', () => {
  // [R8.02]
  test('a provider that cannot be opened in the system browser shows an error', async () => {
    const bridge = { ...createWebBridge(), kind: 'natively' as const, openExternal: () => false };
    const { user } = renderApp('/login', { bridge });
    await user.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    expect(
      await screen.findByText('Cannot open authentication URL in this environment'),
    ).toBeInTheDocument();
    expect(scripts).toEqual([]);
  });

  // [R2.15]
  test('the system browser gets a challenge, and the hand-off sends its verifier', async () => {
    answerWeather();
    const opened: URL[] = [];
    const bridge = {
      ...createWebBridge(),
      kind: 'natively' as const,
      openExternal: (url: string) => opened.push(new URL(url)) > 0,
    };
    const { user, unmount } = renderApp('/login', { bridge });
    await user.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    await waitFor(() => expect(opened).toHaveLength(1));
    const verifier = readStored('signInVerifier') ?? '';
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    expect(opened[0]?.searchParams.get('challenge')).toBe(Buffer.from(hash).toString('base64url'));
    unmount();

    answerSignIn('handoff', { status: 200 });
    renderApp('/auth/callback?handoff=one-time');
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(sent).toEqual([{ code: 'one-time', verifier }]);
    expect(readStored('signInVerifier')).toBeNull();
  });
});

// [R2.15, R8.02]
test('an expired hand-off shows that the authentication failed', async () => {
  writeStored('signInVerifier', 'v');
  answerSignIn('handoff', { status: 422, code: 'link_invalid' });
  renderApp('/auth/callback?handoff=old');
  expect(await screen.findByText('Authentication failed')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to the login page' })).toBeInTheDocument();
});

test('a hand-off that needs the password asks for it', async () => {
  answerWeather();
  answerSignIn('handoff', { status: 409, code: 'link_required' }, { status: 200 });
  const { user } = renderApp('/auth/callback?handoff=one-time');
  await user.type(await screen.findByLabelText('Password'), 'correct horse{Enter}');
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(sent).toEqual([{ code: 'one-time' }, { code: 'one-time', password: 'correct horse' }]);
});

describe('on the profile', () => {
  const identity = {
    provider: 'apple',
    email: 'x@privaterelay.appleid.com',
    linked_at: '2026-11-01T08:00:00Z',
  };

  test('a provider is connected, after a confirmation when the sign-in is old', async () => {
    installs = installGoogle;
    installGoogle();
    signIn();
    answerSignIn('identities/google', { status: 403, code: 'reauth_required' }, { status: 200 });
    network.use(http.post('*/api/auth/confirm', () => HttpResponse.json({})));
    const { user } = renderApp('/profile');
    await user.click(await screen.findByRole('button', { name: 'Connect Google' }));
    await waitFor(() => expect(google.callback).toBeDefined());
    act(() => google.callback({ credential: 'id-token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.type(dialog.getByLabelText('Password'), 'correct horse{Enter}');
    expect(await screen.findByText('Google is connected.')).toBeInTheDocument();
    expect(sent).toEqual([{ token: 'id-token' }, { token: 'id-token' }]);
  });

  test('the only sign-in method cannot be disconnected, another one can', async () => {
    signIn();
    network.use(
      http.get('*/api/auth/identities', () => HttpResponse.json({ identities: [identity] })),
      http.delete(
        '*/api/auth/identities/apple',
        () => HttpResponse.json({ code: 'last_sign_in' }, { status: 409 }),
        { once: true },
      ),
    );
    const { user } = renderApp('/profile');
    const button = await screen.findByRole('button', { name: 'Disconnect Apple' });
    await user.click(button);
    expect(
      await screen.findByText('This is your only way to log in. Set a password first.'),
    ).toBeInTheDocument();
    network.use(http.delete('*/api/auth/identities/apple', () => HttpResponse.json({})));
    await user.click(screen.getByRole('button', { name: 'Disconnect Apple' }));
    expect(await screen.findByText('Apple is disconnected.')).toBeInTheDocument();
  });
});
