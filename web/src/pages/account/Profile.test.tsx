/** The profile: every change of an account, its messages, and its deletion. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { network } from '../../testing/network.ts';
import { ada, answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';

const session = {
  id: 's1',
  current: true,
  created_at: '2026-11-14T08:00:00Z',
  refreshed_at: '2026-11-15T08:00:00Z',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  country: 'DE',
};
const phone = {
  ...session,
  id: 's2',
  current: false,
  user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Safari/604.1',
  country: null,
};

/** Stubs one call and records what is sent to it. */
function answer(method: 'put' | 'post', path: string, body: object, status = 200): unknown[] {
  const sent: unknown[] = [];
  network.use(
    http[method](`*/api/auth/${path}`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(body, { status });
    }),
  );
  return sent;
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  answerWeather();
  network.use(
    http.get('*/api/auth/sessions', () => HttpResponse.json({ sessions: [session, phone] })),
  );
});

describe('names and phone', () => {
  // [R1.13]
  test('are saved and shown everywhere at once', async () => {
    signIn();
    const sent = answer('put', 'update-profile', { user: { ...ada, first_name: 'Augusta' } });
    const { user } = renderApp('/profile');
    const firstName = await screen.findByRole('textbox', { name: 'First name' });
    await user.clear(firstName);
    await user.type(firstName, 'Augusta');
    await user.type(screen.getByRole('textbox', { name: 'Phone number' }), '+44 20 7946 0000');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your profile is saved.')).toBeInTheDocument();
    expect(sent).toEqual([
      { first_name: 'Augusta', last_name: 'Lovelace', phone_number: '+44 20 7946 0000' },
    ]);
  });

  // [R8.02]
  test('that are rejected show the reason beside the field', async () => {
    signIn();
    const fields = { phone_number: 'Invalid phone number' };
    answer('put', 'update-profile', { code: 'validation', fields }, 422);
    const { user } = renderApp('/profile');
    await user.type(await screen.findByRole('textbox', { name: 'Phone number' }), 'call me');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update profile')).toBeInTheDocument();
    const field = screen.getByRole('textbox', { name: 'Phone number' });
    expect(field).toHaveAccessibleDescription(/Invalid phone number/);
    expect(field).toHaveFocus();
  });

  // [R6.03]
  test('without a session lead to the login with one message', async () => {
    signIn();
    network.use(
      http.put('*/api/auth/update-profile', () =>
        HttpResponse.json(
          { code: 'token_missing', error: 'Authentication required' },
          { status: 401 },
        ),
      ),
    );
    const { user } = renderApp('/profile');
    await screen.findByRole('textbox', { name: 'First name' });
    for (const name of ['csrf_access_token', 'csrf_refresh_token']) {
      // biome-ignore lint/suspicious/noDocumentCookie: as after a logout in another tab
      document.cookie = `${name}=; Path=/; Max-Age=0`;
    }
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument();
    expect(
      await screen.findByText('Authentication required. Please login again.'),
    ).toBeInTheDocument();
    expect(screen.queryByText('Session expired. Please log in again.')).not.toBeInTheDocument();
  });
});

// [R3.01]
test.each([
  ['email', 'You log in with your email address and password.'],
  ['google', 'You log in with Google.'],
  ['apple', 'You log in with Apple.'],
])('an account of %s shows how the user signs in', async (auth_provider, text) => {
  signIn({ auth_provider });
  renderApp('/profile');
  expect(await screen.findByText(text)).toBeInTheDocument();
});

// [R6.03]
test('a session that another device has ended leads to the login with one message, across the reload', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  signIn();
  const revoked = () =>
    HttpResponse.json({ code: 'token_revoked', error: 'Token revoked' }, { status: 401 });
  network.use(
    http.put('*/api/auth/update-profile', revoked),
    http.post('*/api/auth/refresh', revoked),
  );
  const reload = vi.fn();
  const { user, unmount } = renderApp('/profile', { reload });
  await screen.findByRole('textbox', { name: 'First name' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(screen.queryByText('Failed to update profile')).not.toBeInTheDocument();
  expect(screen.queryByText('Session expired. Please log in again.')).not.toBeInTheDocument();
  unmount();
  renderApp('/profile');
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument();
  expect(screen.getByText('Authentication required. Please login again.')).toBeInTheDocument();
  expect(screen.queryByText('Session expired. Please log in again.')).not.toBeInTheDocument();
});

describe('the e-mail address', () => {
  // [R1.13]
  test('is changed with a link sent to the new one', async () => {
    signIn();
    const sent = answer('put', 'update-profile', { user: ada });
    const { user } = renderApp('/profile');
    await user.click(await screen.findByText('Change address', { selector: 'summary' }));
    await user.click(screen.getByRole('button', { name: 'Change address' }));
    expect(screen.getByRole('textbox', { name: 'New email address' })).toHaveAccessibleDescription(
      'Email is required',
    );
    await user.type(screen.getByRole('textbox', { name: 'New email address' }), 'a@example.net');
    await user.click(screen.getByRole('button', { name: 'Change address' }));
    expect(await screen.findByText(/We sent a link to a@example.net/)).toBeInTheDocument();
    expect(sent).toEqual([{ email: 'a@example.net' }]);
  });

  test('that is unconfirmed can request another link', async () => {
    signIn({ email_verified: false, needs_verification: true });
    network.use(http.post('*/api/auth/resend-verification', () => HttpResponse.json({})));
    const { user } = renderApp('/profile');
    await user.click(await screen.findByRole('button', { name: 'Send the link again' }));
    expect(
      await screen.findByText('A new link is on its way to ada@example.org.'),
    ).toBeInTheDocument();
  });
});

describe('the password', () => {
  async function fillIn() {
    const { user } = renderApp('/profile');
    await user.click(await screen.findByText('Change password', { selector: 'summary' }));
    const passwords = screen.getAllByLabelText('Current password');
    await user.type(passwords.at(-1) as HTMLElement, 'correct horse');
    await user.type(screen.getByLabelText('New password'), 'battery staple');
    await user.type(screen.getByLabelText('Confirm password'), 'battery staple');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
  }

  // [R1.13]
  test('is changed', async () => {
    signIn();
    const sent = answer('put', 'change-password', {});
    await fillIn();
    expect(
      await screen.findByText('Your password is changed. All other devices are logged out.'),
    ).toBeInTheDocument();
    expect(sent).toEqual([{ current_password: 'correct horse', new_password: 'battery staple' }]);
  });

  // [R8.02]
  test('that is wrong shows an error beside its field', async () => {
    signIn();
    const fields = { current_password: 'The password is wrong' };
    answer('put', 'change-password', { code: 'validation', fields }, 422);
    await fillIn();
    expect(await screen.findByText('Failed to change password')).toBeInTheDocument();
    expect(screen.getAllByLabelText('Current password').at(-1)).toHaveAccessibleDescription(
      'The password is wrong',
    );
  });

  test('that was never set is set with a link', async () => {
    signIn({ has_password: false });
    const sent = answer('post', 'forgot-password', {});
    const { user } = renderApp('/profile');
    await user.click(await screen.findByRole('button', { name: 'Set a password' }));
    expect(
      await screen.findByText('Password reset instructions have been sent to your email address.'),
    ).toBeInTheDocument();
    expect(sent).toEqual([{ email: 'ada@example.org' }]);
  });
});

// [R7.22]
describe('the list of devices', () => {
  test('lists them, marks this one and signs another out', async () => {
    signIn();
    const ended: unknown[] = [];
    network.use(
      http.get('*/api/auth/sessions', () =>
        HttpResponse.json({ sessions: ended.length > 0 ? [session] : [session, phone] }),
      ),
      http.delete('*/api/auth/sessions/:id', ({ params }) => {
        ended.push(params.id);
        return HttpResponse.json({});
      }),
    );
    const { user } = renderApp('/profile');
    const card = await screen.findByRole('region', { name: 'Where you are logged in' });
    const rows = await within(card).findAllByRole('listitem');
    expect(rows[0]).toHaveTextContent('Firefox on Linux');
    expect(rows[0]).toHaveTextContent('This device');
    expect(rows[0]).toHaveTextContent(/ · Germany/);
    expect(rows[1]).not.toHaveTextContent('·');
    await user.click(within(card).getByRole('button', { name: 'Log out: Safari on iPhone' }));
    expect(await screen.findByText('That device is logged out.')).toBeInTheDocument();
    expect(ended).toEqual(['s2']);
  });

  test('logs out all others, and offers it only where there are others', async () => {
    signIn();
    let isEnded = false;
    network.use(
      http.get('*/api/auth/sessions', () =>
        HttpResponse.json({ sessions: isEnded ? [session] : [session, phone] }),
      ),
      http.delete('*/api/auth/sessions', () => {
        isEnded = true;
        return HttpResponse.json({});
      }),
    );
    const { user } = renderApp('/profile');
    const name = 'Log out all other devices';
    await user.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText('All other devices are logged out.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name })).not.toBeInTheDocument());
  });

  test('that cannot be loaded offers Try Again', async () => {
    signIn();
    network.use(
      http.get('*/api/auth/sessions', () =>
        HttpResponse.json({ code: 'internal' }, { status: 500 }),
      ),
    );
    const { user } = renderApp('/profile');
    const card = await screen.findByRole('region', { name: 'Where you are logged in' });
    await within(card).findByText('The list could not be loaded');
    network.use(http.get('*/api/auth/sessions', () => HttpResponse.json({ sessions: [session] })));
    await user.click(within(card).getByRole('button', { name: 'Try Again' }));
    expect(await within(card).findByText('This device')).toBeInTheDocument();
  });
});

describe('account deletion', () => {
  // [R1.14, R2.05, R2.06]
  test('opens at /delete-account and needs the confirmation word', async () => {
    signIn();
    const sent = answer('post', 'delete-account', {});
    network.use(http.post('*/api/auth/logout', () => HttpResponse.json({})));
    const { user } = renderApp('/delete-account');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }));
    expect(location.pathname + location.search).toBe('/profile?delete=true');
    expect(dialog.getByText('Your saved places and your search history')).toBeInTheDocument();

    await user.click(dialog.getByRole('button', { name: 'Delete for good' }));
    expect(
      dialog.getByRole('textbox', { name: 'Type “delete” to confirm' }),
    ).toHaveAccessibleDescription('Please type “delete”');
    expect(sent).toEqual([]);

    await user.type(dialog.getByRole('textbox', { name: 'Type “delete” to confirm' }), 'Delete');
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }));
    expect(
      await screen.findByText('Your account and everything in it are deleted.'),
    ).toBeInTheDocument();
    await waitFor(() => expect(location.pathname + location.search).toBe('/login'));
    expect(sent).toEqual([{}]);
  });

  test('can be cancelled, which removes it from the address', async () => {
    signIn();
    const { user } = renderApp('/profile?delete=true');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(location.search).toBe('');
  });

  test('the confirmation word is compared by the rules of the language: SİL is sil', async () => {
    signIn({ has_password: false });
    const sent = answer('post', 'delete-account', {});
    network.use(http.post('*/api/auth/logout', () => HttpResponse.json({})));
    const { user } = renderApp('/profile?delete=true', { language: 'tr' });
    await user.type(await screen.findByLabelText('Onaylamak için “sil” yaz'), 'SİL{Enter}');
    await waitFor(() => expect(sent).toEqual([{}]));
  });
});
