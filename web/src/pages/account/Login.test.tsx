/** Login and registration. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { network } from '../../testing/network.ts';
import { ada, answerWeather, renderApp } from '../../testing/renderApp.tsx';

function answerSignIn(path: string, sent: unknown[]): void {
  network.use(
    http.post(`*/api/auth/${path}`, async ({ request }) => {
      sent.push(await request.json());
      for (const name of ['csrf_access_token', 'csrf_refresh_token']) {
        // biome-ignore lint/suspicious/noDocumentCookie: what the answer's Set-Cookie does in a browser
        document.cookie = `${name}=x; Path=/`;
      }
      const expires_at = Math.floor(Date.now() / 1000) + 900;
      return HttpResponse.json({ access_token: 'jwt', user: ada, expires_in: 900, expires_at });
    }),
  );
}

// [R1.09, R2.04, R4.14]
test('a login leads to the return path and shows a welcome', async () => {
  const sent: unknown[] = [];
  answerSignIn('login', sent);
  const { user } = renderApp('/settings');
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), ' ada@example.org ');
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeInTheDocument();
  expect(screen.getByText('Welcome, Ada')).toBeInTheDocument();
  expect(sent).toEqual([{ email: 'ada@example.org', password: 'correct horse' }]);
});

// [R1.09, R8.02]
test('wrong credentials show an error, and the form stays', async () => {
  network.use(
    http.post('*/api/auth/login', () =>
      HttpResponse.json({ code: 'bad_credentials', error: 'Login failed' }, { status: 401 }),
    ),
  );
  const { user } = renderApp('/login');
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  const problem = await screen.findByText('Login failed');
  expect(problem.closest('[role=alert]')).toHaveTextContent('Invalid email or password');
  expect(screen.getByLabelText('Password')).toHaveValue('wrong');
});

// [R4.11, R8.02]
test('a browser that stores neither cookie nor token gets an error', async () => {
  network.use(
    http.post('*/api/auth/login', () =>
      HttpResponse.json({ access_token: 'jwt', user: ada, expires_in: 900, expires_at: 0 }),
    ),
  );
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  const { user } = renderApp('/login');
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  expect(await screen.findByText('Authentication failed - storage issue')).toBeInTheDocument();
});

// [R2.13]
test('the form toggles between login and register and keeps the e-mail', async () => {
  const { user } = renderApp('/login?next=%2Fsettings');
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada@example.org');
  await user.click(screen.getByRole('link', { name: 'Create account' }));
  expect(await screen.findByRole('heading', { name: 'Create an account' })).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.org');
  expect(location.search).toBe('?next=%2Fsettings');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), '.uk');
  await user.click(screen.getByRole('link', { name: 'Log in' }));
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.org.uk');
});

test('the fields have the attributes that password managers need', async () => {
  const { user } = renderApp('/login');
  expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveAttribute(
    'autocomplete',
    'username',
  );
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
  await user.click(screen.getByRole('link', { name: 'Create account' }));
  expect(await screen.findByLabelText('Confirm password')).toHaveAttribute(
    'autocomplete',
    'new-password',
  );
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'new-password');
  expect(screen.getByRole('textbox', { name: 'First name' })).toHaveAttribute(
    'autocomplete',
    'given-name',
  );
});

describe('a forgotten password', () => {
  async function openDialog(path = '/login') {
    const { user } = renderApp(path);
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada@example.org');
    await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset your password' }));
    return { user, dialog };
  }

  // [R1.12, R2.13, R8.06]
  test('is reset in a dialog, prefilled with the e-mail of the form', async () => {
    const sent: unknown[] = [];
    network.use(
      http.post('*/api/auth/forgot-password', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({});
      }),
    );
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Send the link' }));
    expect(
      await dialog.findByText('Password reset instructions have been sent to your email address.'),
    ).toBeInTheDocument();
    expect(sent).toEqual([{ email: 'ada@example.org' }]);
  });

  // [R2.13]
  test('can be reset from the registration too', async () => {
    const { dialog } = await openDialog('/register');
    expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.org');
  });

  // [R5.01]
  test('needs an e-mail', async () => {
    const { user, dialog } = await openDialog();
    await user.clear(dialog.getByRole('textbox', { name: 'Email' }));
    await user.click(dialog.getByRole('button', { name: 'Send the link' }));
    expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
      'Please enter your email address',
    );
  });

  // [R8.06]
  test('shows an error when the request fails', async () => {
    network.use(
      http.post('*/api/auth/forgot-password', () =>
        HttpResponse.json({ code: 'rate_limited' }, { status: 429 }),
      ),
    );
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Send the link' }));
    expect(
      await dialog.findByText('An error occurred while requesting a password reset.'),
    ).toBeInTheDocument();
    expect(dialog.getByText('Too many requests. Please wait a moment.')).toBeInTheDocument();
  });
});

// [R8.02]
test('a registration that fails shows an error with the reason', async () => {
  network.use(
    http.post('*/api/auth/register', () =>
      HttpResponse.json({ code: 'email_taken' }, { status: 409 }),
    ),
  );
  const { user } = renderApp('/register');
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.type(screen.getByLabelText('Confirm password'), 'correct horse');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  const problem = await screen.findByText('Registration failed');
  expect(problem.closest('[role=alert]')).toHaveTextContent(
    'This email is already registered. Please log in with your password.',
  );
});

// [R5.01]
test('an invalid registration shows an error beside each field and sends nothing', async () => {
  const { user } = renderApp('/register');
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada');
  await user.type(screen.getByLabelText('Password'), 'short');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
    'Invalid email address',
  );
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
    'Password must be at least 8 characters',
  );
  expect(screen.getByLabelText('Confirm password')).toHaveAccessibleDescription(
    'Passwords do not match',
  );
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(
    'You must agree to the terms and conditions to create an account',
  );
});

// [R1.12, R3.17, R5.11]
test('a valid registration signs in and says that a mail was sent', async () => {
  answerWeather();
  const sent: unknown[] = [];
  answerSignIn('register', sent);
  const { user } = renderApp('/register');
  await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Ada');
  await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Lovelace');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.type(screen.getByLabelText('Confirm password'), 'correct horse');
  expect(screen.getByText('If you are under 13, you need permission from a parent.')).toBeVisible();
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(
    screen.getByText('We sent a link to ada@example.org. Open it to get alerts by email.'),
  ).toBeVisible();
  expect(sent).toEqual([
    {
      email: 'ada@example.org',
      password: 'correct horse',
      first_name: 'Ada',
      last_name: 'Lovelace',
    },
  ]);
});

describe('a site that is not open to everybody', () => {
  const answerConfig = (change: { has_mail?: boolean; sign_ups?: string }) =>
    network.use(
      http.get('*/api/config', () =>
        HttpResponse.json({
          google_client_id: null,
          apple_client_id: null,
          vapid_public_key: null,
          onesignal_app_id: null,
          support_email: 'support@example.org',
          has_mail: true,
          sign_ups: 'open',
          version: '1.2.3',
          ...change,
        }),
      ),
    );

  test('closed sign-ups are stated instead of a form', async () => {
    answerConfig({ sign_ups: 'closed' });
    renderApp('/register');
    expect(await screen.findByText(/takes no new accounts/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  });

  test('an invitation is sent with the registration', async () => {
    answerConfig({ sign_ups: 'invitation' });
    const { unmount } = renderApp('/register');
    expect(await screen.findByText(/You need an invitation/)).toBeInTheDocument();
    unmount();
    const sent: unknown[] = [];
    answerSignIn('register', sent);
    const { user } = renderApp('/register?invitation=a1b2');
    await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Ada');
    await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Lovelace');
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.org');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.type(screen.getByLabelText('Confirm password'), 'correct horse');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ email: 'ada@example.org', invitation: 'a1b2' });
  });

  test('without mail, a forgotten password is a matter for the operator', async () => {
    answerConfig({ has_mail: false });
    const { user } = renderApp('/login');
    await user.click(await screen.findByRole('button', { name: 'Forgot your password?' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/Ask its operator/)).toBeInTheDocument();
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
  });
});
