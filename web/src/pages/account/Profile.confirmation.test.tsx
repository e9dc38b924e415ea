/** Sensitive actions of the profile ask for a confirmation when the sign-in is not recent. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { network } from '../../testing/network.ts';
import { stubPasskeys } from '../../testing/passkeys.ts';
import { renderApp, signIn } from '../../testing/renderApp.tsx';

const title = 'Confirm that it is you';

/** The calls are refused until a confirmation has been accepted. */
function answerAfterConfirmation(method: 'get' | 'post' | 'put', path: string, answer: object) {
  const sent: unknown[] = [];
  let isConfirmed = false;
  network.use(
    http[method](`*/api/auth/${path}`, () => {
      sent.push(path);
      if (isConfirmed) return HttpResponse.json(answer);
      return HttpResponse.json({ code: 'reauth_required' }, { status: 403 });
    }),
    http.post('*/api/auth/confirm/options', () =>
      HttpResponse.json({ id: 'c1', options: { challenge: 'n1' } }),
    ),
    http.post('*/api/auth/confirm', async ({ request }) => {
      const body = (await request.json()) as { password?: string };
      sent.push(body);
      if (body.password === 'wrong') {
        const fields = { password: 'The password is wrong' };
        return HttpResponse.json({ code: 'validation', fields }, { status: 422 });
      }
      isConfirmed = true;
      return HttpResponse.json({});
    }),
  );
  return sent;
}

async function requestChange(user: ReturnType<typeof renderApp>['user']) {
  await user.click(await screen.findByText('Change address', { selector: 'summary' }));
  await user.type(screen.getByRole('textbox', { name: 'New email address' }), 'a@example.net');
  await user.click(screen.getByRole('button', { name: 'Change address' }));
  return within(await screen.findByRole('dialog', { name: title }));
}

test('the password confirms, and the action is repeated', async () => {
  signIn();
  const sent = answerAfterConfirmation('put', 'update-profile', { user: { id: 'u1' } });
  const { user } = renderApp('/profile');
  const dialog = await requestChange(user);
  expect(dialog.queryByRole('button', { name: 'Confirm with a passkey' })).not.toBeInTheDocument();
  await user.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
  expect(await dialog.findByText('The password is wrong')).toBeInTheDocument();
  await user.clear(dialog.getByLabelText('Password'));
  await user.type(dialog.getByLabelText('Password'), 'correct horse{Enter}');
  expect(await screen.findByText(/We sent a link to a@example.net/)).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sent).toEqual([
    'update-profile',
    { password: 'wrong' },
    { password: 'correct horse' },
    'update-profile',
  ]);
});

test('without a confirmation nothing is sent again, and the reason is shown', async () => {
  signIn();
  const sent = answerAfterConfirmation('put', 'update-profile', {});
  const { user } = renderApp('/profile');
  const dialog = await requestChange(user);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Please log in again to confirm this.')).toBeInTheDocument();
  expect(sent).toEqual(['update-profile']);
});

test('an account without a password confirms with its passkey', async () => {
  signIn({ has_password: false, auth_provider: 'passkey' });
  const asked = stubPasskeys();
  const passkey = { id: 'p1', name: 'Phone', created_at: '2026-11-01T12:00:00Z' };
  network.use(
    http.get('*/api/auth/passkeys', () =>
      HttpResponse.json({ passkeys: [{ ...passkey, last_used_at: null, is_synced: false }] }),
    ),
    http.post('*/api/auth/logout', () => HttpResponse.json({})),
  );
  const sent = answerAfterConfirmation('post', 'delete-account', {});
  const { user } = renderApp('/profile?delete=true');
  await user.type(
    await screen.findByRole('textbox', { name: 'Type “delete” to confirm' }),
    'delete{Enter}',
  );
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.queryByLabelText('Password')).not.toBeInTheDocument();
  await user.click(await dialog.findByRole('button', { name: 'Confirm with a passkey' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.accept('k9');
  await waitFor(() => expect(location.pathname).toBe('/login'));
  expect(sent).toEqual([
    'delete-account',
    { passkey: { id: 'c1', credential: { id: 'k9' } } },
    'delete-account',
  ]);
});

test('who has no way to confirm here is asked to log in again', async () => {
  signIn({ has_password: false, auth_provider: 'google' });
  answerAfterConfirmation('get', 'export', {});
  const { user } = renderApp('/profile');
  await user.click(await screen.findByRole('button', { name: /Download/ }));
  expect(await screen.findByText('Log out and log in again to go on.')).toBeInTheDocument();
});
