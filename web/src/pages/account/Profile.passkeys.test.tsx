/** The passkeys of the profile: list, add, rename, remove. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { network } from '../../testing/network.ts';
import { stubPasskeys } from '../../testing/passkeys.ts';
import { renderApp, signIn } from '../../testing/renderApp.tsx';

const phone = {
  id: 'p1',
  name: 'Phone',
  created_at: '2026-11-01T12:00:00Z',
  last_used_at: null,
  is_synced: true,
};

function answerList(passkeys: object[]): void {
  network.use(http.get('*/api/auth/passkeys', () => HttpResponse.json({ passkeys })));
}

/** The first answers are refusals with these codes. */
function answerCalls(refusals: string[] = []): [string, unknown][] {
  const sent: [string, unknown][] = [];
  const answer = async ({ request }: { request: Request }) => {
    const path = new URL(request.url).pathname.replace('/api/auth/passkeys', '');
    const body = await request.text();
    sent.push([`${request.method} ${path}`, body ? JSON.parse(body) : null]);
    const code = refusals.shift();
    if (code) return HttpResponse.json({ code }, { status: code === 'last_sign_in' ? 409 : 403 });
    return HttpResponse.json(path === '/options' ? { id: 'c1', options: {} } : {});
  };
  network.use(
    http.post('*/api/auth/passkeys/options', answer),
    http.post('*/api/auth/passkeys', answer),
    http.put('*/api/auth/passkeys/:id', answer),
    http.delete('*/api/auth/passkeys/:id', answer),
  );
  return sent;
}

test('a passkey is added and the list is fresh', async () => {
  signIn();
  const asked = stubPasskeys();
  const sent = answerCalls();
  const { user } = renderApp('/profile');
  expect(await screen.findByText('You have no passkey yet.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  answerList([phone]);
  asked[0]?.accept();
  expect(await screen.findByText('The passkey is added.')).toBeInTheDocument();
  expect(await screen.findByText('Phone')).toBeInTheDocument();
  expect(screen.getByText(/Not used yet · Available on your other devices/)).toBeInTheDocument();
  expect(sent).toEqual([
    ['POST /options', null],
    ['POST ', { id: 'c1', credential: { id: 'k1' } }],
  ]);
});

test('a cancelled addition says so and adds nothing', async () => {
  signIn();
  const asked = stubPasskeys();
  const sent = answerCalls();
  const { user } = renderApp('/profile');
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.cancel();
  expect(await screen.findByText(/No passkey was created/)).toBeInTheDocument();
  expect(sent).toHaveLength(1);
});

test('a passkey is renamed', async () => {
  signIn();
  stubPasskeys();
  answerList([phone]);
  const sent = answerCalls();
  const { user } = renderApp('/profile');
  await user.click(await screen.findByRole('button', { name: 'Rename: Phone' }));
  const dialog = await screen.findByRole('dialog');
  const name = within(dialog).getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(name).toBeInvalid();
  await user.type(name, 'My phone{Enter}');
  expect(await screen.findByText('The passkey is renamed.')).toBeInTheDocument();
  expect(sent).toEqual([['PUT /p1', { name: 'My phone' }]]);
});

test('a passkey is removed after a question, but not the last way to log in', async () => {
  signIn({ has_password: false });
  stubPasskeys();
  answerList([phone]);
  const sent = answerCalls(['last_sign_in']);
  const { user } = renderApp('/profile');
  await user.click(await screen.findByRole('button', { name: 'Remove: Phone' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('Also delete it in the settings of your device');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await within(dialog).findByText(/This is your only way to log in/)).toBeInTheDocument();
  answerList([]);
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The passkey is removed.')).toBeInTheDocument();
  expect(sent).toEqual([
    ['DELETE /p1', null],
    ['DELETE /p1', null],
  ]);
});

test('a browser without passkeys lists those of other devices', async () => {
  signIn();
  answerList([phone]);
  renderApp('/profile');
  expect(await screen.findByText('Phone')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument();
});

test('an unconfirmed address is asked for first', async () => {
  signIn({ email_verified: false, needs_verification: true });
  stubPasskeys();
  renderApp('/profile');
  expect(await screen.findByText(/Confirm your email address first/)).toBeInTheDocument();
});
