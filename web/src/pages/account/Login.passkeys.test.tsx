/** Log in and create an account with a passkey. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { network } from '../../testing/network.ts';
import { stubPasskeys } from '../../testing/passkeys.ts';
import { ada, renderApp } from '../../testing/renderApp.tsx';

const login = 'Log in with a passkey';
const signUp = 'Create account with a passkey';

/** Challenges are numbered in the order in which they were asked for. */
function answerPasskey(what: 'sign-in' | 'sign-up', sent: unknown[], refusal?: string): void {
  let count = 0;
  network.use(
    http.post(`*/api/auth/passkey/${what}/options`, () => {
      count += 1;
      return HttpResponse.json({ id: `c${count}`, options: { challenge: `n${count}` } });
    }),
    http.post(`*/api/auth/passkey/${what}`, async ({ request }) => {
      sent.push(await request.json());
      if (refusal) return HttpResponse.json({ code: refusal }, { status: 401 });
      for (const name of ['csrf_access_token', 'csrf_refresh_token']) {
        // biome-ignore lint/suspicious/noDocumentCookie: what the answer's Set-Cookie does in a browser
        document.cookie = `${name}=x; Path=/`;
      }
      const expires_at = Math.floor(Date.now() / 1000) + 900;
      return HttpResponse.json({ access_token: 'jwt', user: ada, expires_in: 900, expires_at });
    }),
  );
}

test('a browser without passkeys shows the password only', async () => {
  renderApp('/login');
  expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveAttribute(
    'autocomplete',
    'username',
  );
  expect(screen.queryByRole('button', { name: login })).not.toBeInTheDocument();
});

test('passkeys of another domain are not offered', async () => {
  stubPasskeys();
  network.use(
    http.get('*/api/config', () =>
      HttpResponse.json({ passkey_domain: 'weather.example', has_mail: true, sign_ups: 'open' }),
    ),
  );
  renderApp('/login');
  await screen.findByRole('textbox', { name: 'Email' });
  expect(screen.queryByRole('button', { name: login })).not.toBeInTheDocument();
});

test('the button logs in with the chosen passkey', async () => {
  const asked = stubPasskeys();
  const sent: unknown[] = [];
  answerPasskey('sign-in', sent);
  const { user } = renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: login }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ kind: 'get', mediation: 'optional' });
  expect(asked[0]?.publicKey).toEqual({ challenge: 'n1' });
  asked[0]?.accept();
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeInTheDocument();
  expect(screen.getByText('Welcome, Ada')).toBeInTheDocument();
  expect(sent).toEqual([{ id: 'c1', credential: { id: 'k1' } }]);
});

test('a passkey chosen where the browser fills in the form logs in', async () => {
  const asked = stubPasskeys({ hasAutofill: true });
  const sent: unknown[] = [];
  answerPasskey('sign-in', sent);
  renderApp('/settings');
  expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveAttribute(
    'autocomplete',
    'username webauthn',
  );
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ kind: 'get', mediation: 'conditional' });
  asked[0]?.accept('k7');
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeInTheDocument();
  expect(sent).toEqual([{ id: 'c1', credential: { id: 'k7' } }]);
});

test('the button ends the waiting question, and after a cancellation the form asks again', async () => {
  const asked = stubPasskeys({ hasAutofill: true });
  const sent: unknown[] = [];
  answerPasskey('sign-in', sent);
  const { user } = renderApp('/login');
  await waitFor(() => expect(asked).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: login }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[0]?.signal?.aborted).toBe(true);
  asked[1]?.cancel();
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(asked[2]).toMatchObject({ mediation: 'conditional', publicKey: { challenge: 'n3' } });
  expect(sent).toEqual([]);
  expect(screen.queryByText('The login with a passkey failed')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: login })).toBeEnabled();
});

test('the challenge of a waiting form is renewed before it expires, and dropped with the form', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  const asked = stubPasskeys({ hasAutofill: true });
  answerPasskey('sign-in', []);
  const { unmount } = renderApp('/login');
  await waitFor(() => expect(asked).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[0]?.signal?.aborted).toBe(true);
  unmount();
  expect(asked[1]?.signal?.aborted).toBe(true);
  vi.useRealTimers();
});

test('a refused passkey shows why, and the form stays', async () => {
  const asked = stubPasskeys();
  answerPasskey('sign-in', [], 'passkey_failed');
  const { user } = renderApp('/login');
  await user.click(await screen.findByRole('button', { name: login }));
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.accept();
  const problem = await screen.findByText('The login with a passkey failed');
  expect(problem.closest('[role=alert]')).toHaveTextContent('It may have been removed');
  expect(screen.getByRole('textbox', { name: 'Email' })).toBeInTheDocument();
});

test('an account is created with a passkey and without a password', async () => {
  const asked = stubPasskeys();
  const sent: unknown[] = [];
  answerPasskey('sign-up', sent);
  const { user } = renderApp('/register');
  await user.click(await screen.findByRole('button', { name: signUp }));
  expect(screen.getByRole('textbox', { name: 'Email' })).toBeInvalid();
  expect(screen.getByLabelText('Password')).toBeValid();
  expect(asked).toHaveLength(0);

  await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Ada');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), ' ada@example.org ');
  await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
  await user.click(screen.getByRole('button', { name: signUp }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.kind).toBe('create');
  asked[0]?.cancel();
  expect(await screen.findByText(/No passkey was created/)).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: signUp }));
  await waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.accept();
  expect(await screen.findByText('Welcome, Ada')).toBeInTheDocument();
  expect(sent).toEqual([
    {
      email: 'ada@example.org',
      first_name: 'Ada',
      last_name: '',
      id: 'c2',
      credential: { id: 'k1' },
    },
  ]);
});
