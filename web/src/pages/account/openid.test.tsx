/** The provider that the operator has chosen: its button, its messages, and what is started and ended in the profile. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { createWebBridge } from '../../platform/webBridge.ts';
import { network } from '../../testing/network.ts';
import { answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';

const identity = {
  provider: 'oidc',
  email: 'jo@harbour.example',
  linked_at: '2026-11-01T12:00:00Z',
};
let started: unknown[];

beforeEach(() => {
  started = [];
  answerWeather();
  network.use(
    http.get('*/api/config', () =>
      HttpResponse.json({ oidc: { name: 'Harbour House', icon: 'house' }, version: '1' }),
    ),
    http.post('*/api/auth/oidc/start', async ({ request }) => {
      started.push(await request.json());
      // jsdom can go to a fragment only.
      return HttpResponse.json({ url: '#provider' });
    }),
  );
});

test.each(['/login', '/register'])('%s offers it by its name', async (path) => {
  renderApp(path);
  expect(
    await screen.findByRole('button', { name: 'Continue with Harbour House' }),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Google|Apple/ })).not.toBeInTheDocument();
});

test('the app opens it in the system’s browser', async () => {
  const openExternal = vi.fn((_: string) => true);
  const bridge = { ...createWebBridge(), kind: 'natively' as const, openExternal };
  const { user } = renderApp('/login', { bridge });
  await user.click(await screen.findByRole('button', { name: 'Continue with Harbour House' }));
  await waitFor(() => expect(openExternal).toHaveBeenCalledOnce());
  expect(openExternal.mock.calls[0]?.[0]).toMatch(
    /\/api\/auth\/oidc\/start\?return_to=%2F&native=1&challenge=[\w-]{43}$/,
  );
});

test.each([
  ['oidc', 'The login with this provider failed'],
  ['provider_down', /cannot be reached right now/],
  ['sign_ups_closed', 'This site takes no new accounts.'],
  ['email_taken', /already registered/],
])('the login page explains %s', async (error, text) => {
  renderApp(`/login?error=${error}`);
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('the profile connects it on its own page', async () => {
  signIn();
  const { user } = renderApp('/profile');
  await user.click(await screen.findByRole('button', { name: 'Connect Harbour House' }));
  await waitFor(() => expect(location.hash).toBe('#provider'));
  expect(started).toEqual([{ purpose: 'connect', return_to: '/profile' }]);
});

test('a connected one is named, and confirms on its own page', async () => {
  signIn({ has_password: false, auth_provider: 'oidc' });
  network.use(
    http.get('*/api/auth/identities', () => HttpResponse.json({ identities: [identity] })),
    http.get('*/api/auth/export', () =>
      HttpResponse.json({ code: 'reauth_required' }, { status: 403 }),
    ),
  );
  const { user } = renderApp('/profile');
  expect(await screen.findByText('You log in with Harbour House.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Disconnect Harbour House' })).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: /Download/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Confirm with Harbour House' }));
  await waitFor(() => expect(location.hash).toBe('#provider'));
  expect(started).toEqual([{ purpose: 'confirm', return_to: '/profile' }]);
});

test.each([
  ['connected', 'Harbour House is connected.'],
  ['confirmed', /^Confirmed\./],
  ['identity_taken', 'This login belongs to another account.'],
  ['email_unverified', 'Confirm your email address first.'],
  ['provider_down', /cannot be reached right now/],
  ['oidc', 'The login with this provider failed'],
])('back in the profile, %s is explained once', async (outcome, text) => {
  signIn();
  renderApp(`/profile?outcome=${outcome}`);
  expect(await screen.findByText(text)).toBeInTheDocument();
  await waitFor(() => expect(location.search).toBe(''));
});
