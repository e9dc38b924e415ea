/** The second step of a login. */
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { network } from '../../testing/network.ts';
import { ada, renderApp } from '../../testing/renderApp.tsx';

function answerLogin(refusals: object[] = []): unknown[] {
  const sent: unknown[] = [];
  network.use(
    http.post('*/api/auth/login', () =>
      HttpResponse.json({ id: 'l1', expires_in: 300 }, { status: 202 }),
    ),
    http.post('*/api/auth/login/second-step', async ({ request }) => {
      sent.push(await request.json());
      const refused = refusals.shift();
      if (refused) return HttpResponse.json(refused, { status: 422 });
      for (const name of ['csrf_access_token', 'csrf_refresh_token']) {
        // biome-ignore lint/suspicious/noDocumentCookie: what the answer's Set-Cookie does in a browser
        document.cookie = `${name}=x; Path=/`;
      }
      const expires_at = Math.floor(Date.now() / 1000) + 900;
      return HttpResponse.json({ access_token: 'jwt', user: ada, expires_in: 900, expires_at });
    }),
  );
  return sent;
}

async function firstStep() {
  const { user } = renderApp('/login');
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'kingfisher');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByRole('heading', { name: 'Two-step verification' });
  return user;
}

test('a right password asks for the code, and a wrong code can be corrected', async () => {
  const wrong = { code: 'validation', fields: { code: 'The code is wrong or was used before' } };
  const sent = answerLogin([wrong]);
  const user = await firstStep();
  const field = screen.getByRole('textbox', { name: 'Six-digit code' });
  expect(field).toHaveFocus();
  await user.type(field, '111111{Enter}');
  expect(await screen.findByText(/wrong or was used before/)).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, '287082{Enter}');
  expect(await screen.findByText('Welcome, Ada')).toBeInTheDocument();
  expect(sent).toMatchObject([
    { id: 'l1', code: '111111' },
    { id: 'l1', code: '287082' },
  ]);
});

test('a recovery code replaces the code', async () => {
  const sent = answerLogin();
  const user = await firstStep();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByRole('textbox', { name: 'Recovery code' }), 'aaaa-bbbb{Enter}');
  expect(await screen.findByText('Welcome, Ada')).toBeInTheDocument();
  expect(sent).toMatchObject([{ id: 'l1', recovery_code: 'aaaa-bbbb' }]);
});

test('a login that has ended says so and starts again with the address', async () => {
  answerLogin([{ code: 'second_factor_expired' }]);
  const user = await firstStep();
  await user.type(screen.getByRole('textbox', { name: 'Six-digit code' }), '287082{Enter}');
  expect(await screen.findByText(/Please start again/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back to the login page' }));
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.org');
});
