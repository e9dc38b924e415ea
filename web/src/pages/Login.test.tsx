/** Signing in and up through the page. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { network } from '../testing/network.ts';
import { ada, answerWeather, renderApp } from '../testing/renderApp.tsx';

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
test('a login leads to the page that was wanted, with a welcome', async () => {
  const sent: unknown[] = [];
  answerSignIn('login', sent);
  const { user } = renderApp('/settings');
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), ' ada@example.org ');
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeInTheDocument();
  expect(screen.getByText('Welcome, Ada')).toBeInTheDocument();
  expect(sent).toEqual([{ email: 'ada@example.org', password: 'correct horse' }]);
});

test('wrong credentials are told, and the form stays', async () => {
  network.use(
    http.post('*/api/auth/login', () =>
      HttpResponse.json({ code: 'bad_credentials', error: 'Login failed' }, { status: 401 }),
    ),
  );
  const { user } = renderApp('/login');
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByText('Invalid email or password')).toBeInTheDocument();
  expect(screen.getByLabelText('Password')).toHaveValue('wrong');
});

test('a registration says what is wrong beside each field and sends nothing', async () => {
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

test('a good registration signs in', async () => {
  answerWeather();
  const sent: unknown[] = [];
  answerSignIn('register', sent);
  const { user } = renderApp('/register');
  await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Ada');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.type(screen.getByLabelText('Confirm password'), 'correct horse');
  expect(screen.getByText('If you are under 13, you need permission from a parent.')).toBeVisible();
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(sent).toEqual([
    { email: 'ada@example.org', password: 'correct horse', first_name: 'Ada', last_name: '' },
  ]);
});
