/** Two-step verification in the profile: turn it on, recovery codes, turn it off, and the confirmation with a code. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { network } from '../../testing/network.ts';
import { renderApp, signIn } from '../../testing/renderApp.tsx';

const codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];
const setup = {
  id: 's1',
  secret: 'GEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/Halcyon:ada%40example.org?secret=GEZDGNBVGY3TQOJQ&issuer=Halcyon',
  qr: { size: 33, path: 'M0 0h7v1h-7z' },
};

const refusal = (fields: object) =>
  HttpResponse.json({ code: 'validation', fields }, { status: 422 });

/** Answers the calls; the first ones are refused with these fields or codes. */
function answer(refusals: (object | string)[] = []): [string, unknown][] {
  const sent: [string, unknown][] = [];
  const reply =
    (result: object) =>
    async ({ request }: { request: Request }) => {
      const body = await request.text();
      const path = new URL(request.url).pathname.replace('/api/auth/', '');
      sent.push([`${request.method} ${path}`, body ? JSON.parse(body) : null]);
      const refused = refusals.shift();
      if (typeof refused === 'string') return HttpResponse.json({ code: refused }, { status: 403 });
      if (refused && Object.keys(refused).length > 0) return refusal(refused);
      return HttpResponse.json(result);
    };
  network.use(
    http.get('*/api/auth/second-factor', () =>
      HttpResponse.json({ turned_on_at: '2026-11-01T12:00:00Z', recovery_codes_left: 3 }),
    ),
    http.post('*/api/auth/second-factor/options', reply(setup)),
    http.post('*/api/auth/second-factor/recovery-codes', reply({ recovery_codes: codes })),
    http.post('*/api/auth/second-factor', reply({ recovery_codes: codes })),
    http.delete('*/api/auth/second-factor', reply({})),
    http.post('*/api/auth/confirm', reply({})),
  );
  return sent;
}

const card = () => screen.findByRole('region', { name: 'Two-step verification' });

test('it is turned on with the key of the app, and the recovery codes are shown once', async () => {
  signIn();
  const sent = answer([{}, { code: 'The code is wrong or was used before' }]);
  const { user } = renderApp('/profile');
  await user.click(within(await card()).getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('GEZD GNBV GY3T QOJQ')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: /QR code/ })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open in an app on this device' })).toHaveAttribute(
    'href',
    setup.uri,
  );
  const field = screen.getByRole('textbox', { name: 'Six-digit code' });
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field).toHaveAttribute('inputmode', 'numeric');
  const confirm = screen.getByRole('button', { name: 'Confirm and turn on' });
  await user.click(confirm);
  expect(await screen.findByText('Enter the code')).toBeInTheDocument();
  await user.type(field, '111111');
  await user.click(confirm);
  expect(await screen.findByText(/wrong or was used before/)).toBeInTheDocument();

  signIn({ has_second_factor: true });
  await user.clear(field);
  await user.type(field, '287082');
  await user.click(confirm);
  expect(await screen.findByRole('heading', { name: 'Your recovery codes' })).toHaveFocus();
  expect(screen.getByText('aaaa-bbbb-cccc-dddd')).toBeInTheDocument();
  const print = vi.spyOn(window, 'print').mockReturnValue();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
  await user.click(screen.getByRole('button', { name: 'I have saved the codes' }));
  expect(await screen.findByText(/3 recovery codes left/)).toBeInTheDocument();
  expect(screen.queryByText('aaaa-bbbb-cccc-dddd')).not.toBeInTheDocument();
  expect(sent.map(([call]) => call)).toEqual([
    'POST second-factor/options',
    'POST second-factor',
    'POST second-factor',
  ]);
  expect(sent[2]?.[1]).toEqual({ id: 's1', code: '287082' });
});

test('few recovery codes are pointed out and replaced after a question', async () => {
  signIn({ has_second_factor: true });
  answer();
  const { user } = renderApp('/profile');
  expect(await screen.findByText(/before you run out/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'New recovery codes' }));
  await user.click(await screen.findByRole('button', { name: 'Create new codes' }));
  expect(await screen.findByText('eeee-ffff-gggg-hhhh')).toBeInTheDocument();
});

test('turning it off asks for the password and a code or a recovery code', async () => {
  signIn({ has_second_factor: true });
  const sent = answer([
    'reauth_required',
    { recovery_code: 'The recovery code is wrong or was used before' },
  ]);
  const { user } = renderApp('/profile');
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Turn off'));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  await user.type(within(dialog).getByLabelText('Password'), 'kingfisher');
  await user.click(within(dialog).getByRole('button', { name: 'Use a recovery code' }));
  const field = within(dialog).getByRole('textbox', { name: 'Recovery code' });
  expect(field).toHaveFocus();
  await user.type(field, 'aaaa');
  await user.click(within(dialog).getByRole('button', { name: 'Confirm with the password' }));
  expect(await within(dialog).findByText(/This recovery code is wrong/)).toBeInTheDocument();

  signIn();
  await user.click(within(dialog).getByRole('button', { name: 'Use the authenticator app' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Six-digit code' }), '287082');
  await user.click(within(dialog).getByRole('button', { name: 'Confirm with the password' }));
  expect(await screen.findByText('Two-step verification is off.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Turn on' })).toBeInTheDocument());
  expect(sent).toEqual([
    ['DELETE second-factor', null],
    ['POST confirm', { password: 'kingfisher', recovery_code: 'aaaa' }],
    ['POST confirm', { password: 'kingfisher', code: '287082' }],
    ['DELETE second-factor', null],
  ]);
});

test('an account without a password or a verified address cannot turn it on', async () => {
  signIn({ needs_verification: true, email_verified: false });
  const { unmount } = renderApp('/profile');
  expect(
    await screen.findByText(/Confirm your email address first to turn on/),
  ).toBeInTheDocument();
  unmount();
  signIn({ has_password: false });
  renderApp('/profile');
  await screen.findByRole('region', { name: 'Your data' });
  expect(screen.queryByRole('region', { name: 'Two-step verification' })).not.toBeInTheDocument();
});
