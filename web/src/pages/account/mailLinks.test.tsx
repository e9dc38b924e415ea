/** The pages that links in mails open: password reset, confirmation, unsubscribe. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { network } from '../../testing/network.ts';
import { ada, answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';

function answer(path: string, body: object, status = 200): unknown[] {
  const sent: unknown[] = [];
  network.use(
    http.post(`*/api/auth/${path}`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(body, { status });
    }),
  );
  return sent;
}

const linkInvalid = 'This link is no longer valid. Please ask for a new one.';

describe('a reset link', () => {
  // [R1.12, R2.12]
  test('sets a new password and leads to the login; the token is removed from the address', async () => {
    const sent = answer('reset-password', {});
    const { user } = renderApp('/reset-password#token=secret');
    await user.type(await screen.findByLabelText('New password'), 'correct horse');
    expect(location.hash).toBe('');
    await user.type(screen.getByLabelText('Confirm password'), 'correct horse{Enter}');
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument();
    expect(screen.getByText('Your new password is set. Log in with it.')).toBeInTheDocument();
    expect(sent).toEqual([{ token: 'secret', password: 'correct horse' }]);
  });

  test('that was already used shows an error and offers another', async () => {
    answer('reset-password', { code: 'link_invalid' }, 422);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { user } = renderApp('/reset-password#token=old');
    await user.type(await screen.findByLabelText('New password'), 'correct horse');
    await user.type(screen.getByLabelText('Confirm password'), 'correct horse{Enter}');
    expect(await screen.findByText(linkInvalid)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Ask for a new link' }));
    expect(await screen.findByRole('dialog', { name: 'Reset your password' })).toBeInTheDocument();
  });

  test('without its token is called incomplete, not expired, and offers another', async () => {
    renderApp('/reset-password');
    expect(await screen.findByText(/This link is incomplete/)).toBeInTheDocument();
    expect(screen.queryByText(linkInvalid)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Ask for a new link' })).toBeInTheDocument();
  });

  // [R2.01]
  test('opened while signed in asks to log out first', async () => {
    answerWeather();
    signIn();
    renderApp('/reset-password#token=secret');
    expect(
      await screen.findByText('You are logged in. Log out first to use a reset link.'),
    ).toBeInTheDocument();
  });
});

// [R7.22]
describe('a confirmation link', () => {
  test('confirms when the button is pressed, not before', async () => {
    signIn({ email_verified: false, needs_verification: true });
    const sent = answer('verify-email', {});
    const { user } = renderApp('/verify-email#token=secret');
    const button = await screen.findByRole('button', { name: 'Confirm address' });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
    expect(sent).toEqual([]);
    await user.click(button);
    expect(
      await screen.findByText('Thank you. Your email address is confirmed.'),
    ).toBeInTheDocument();
    expect(sent).toEqual([{ token: 'secret' }]);
    expect(location.hash).toBe('');
  });

  test('that was already used shows an error; a signed-in user can request another', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    signIn({ email_verified: false, needs_verification: true });
    answer('verify-email', { code: 'link_invalid' }, 422);
    let resent = 0;
    network.use(
      http.post('*/api/auth/resend-verification', () => {
        resent += 1;
        return HttpResponse.json({});
      }),
    );
    const { user } = renderApp('/verify-email#token=old');
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }));
    expect(await screen.findByText(linkInvalid)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send the link again' }));
    await waitFor(() => expect(resent).toBe(1));
    expect(
      await screen.findByText(`A new link is on its way to ${ada.email}.`),
    ).toBeInTheDocument();
  });
});

describe('a confirmation link opened without a session', () => {
  test('asks for the password of the account and offers to take the account over', async () => {
    const sent: unknown[] = [];
    network.use(
      http.post('*/api/auth/verify-email', async ({ request }) => {
        const body = (await request.json()) as { password?: string };
        sent.push(body);
        return body.password === 'correct horse'
          ? HttpResponse.json({})
          : HttpResponse.json({ code: 'reauth_required' }, { status: 403 });
      }),
    );
    const { user } = renderApp('/verify-email#token=secret');
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }));
    await user.type(await screen.findByLabelText('Password'), 'correct horse{Enter}');
    expect(
      await screen.findByText('Thank you. Your email address is confirmed.'),
    ).toBeInTheDocument();
    expect(sent).toEqual([{ token: 'secret' }, { token: 'secret', password: 'correct horse' }]);
  });

  test.each([
    ['without a password', 'no_password', 422],
    ['with two-step verification', 'second_factor_required', 409],
  ])('of an account %s asks to log in', async (_, code, status) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    answer('verify-email', { code }, status);
    const { user } = renderApp('/verify-email#token=secret');
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }));
    expect(
      await screen.findByText('Log in, then open the link from the email again.'),
    ).toBeInTheDocument();
  });
});

describe('a link that undoes a change of address', () => {
  test('does so when the button is pressed, not before', async () => {
    const sent = answer('revert-email', {});
    const { user } = renderApp('/verify-email#revert=secret');
    const button = await screen.findByRole('button', { name: 'Undo the change' });
    expect(sent).toEqual([]);
    expect(location.hash).toBe('');
    await user.click(button);
    expect(await screen.findByText(/^Your email address is restored/)).toBeInTheDocument();
    expect(sent).toEqual([{ token: 'secret' }]);
  });

  test('that has expired shows an error', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    answer('revert-email', { code: 'link_invalid' }, 422);
    const { user } = renderApp('/verify-email#revert=old');
    await user.click(await screen.findByRole('button', { name: 'Undo the change' }));
    expect(await screen.findByText(linkInvalid)).toBeInTheDocument();
  });
});

// [R2.12]
describe('an unsubscribe link', () => {
  test('stops weather emails when the button is pressed, not before', async () => {
    const sent: string[] = [];
    network.use(
      http.post('*/api/unsubscribe/:token', async ({ request, params }) => {
        sent.push(`${params.token} ${await request.text()}`);
        return HttpResponse.json({});
      }),
    );
    const { user } = renderApp('/unsubscribe#token=secret');
    const button = await screen.findByRole('button', { name: 'Stop weather emails' });
    expect(sent).toEqual([]);
    await user.click(button);
    expect(
      await screen.findByText('Done. No more weather emails will be sent to you.'),
    ).toBeInTheDocument();
    expect(sent).toEqual(['secret List-Unsubscribe=One-Click']);
  });

  test('without its token offers the settings instead of a button', async () => {
    renderApp('/unsubscribe');
    expect(await screen.findByText('The emails could not be stopped')).toBeInTheDocument();
    expect(screen.queryByText(/You will get no more weather emails/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Stop weather emails' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
  });

  test('that is invalid shows an error', async () => {
    network.use(
      http.post('*/api/unsubscribe/:token', () =>
        HttpResponse.json({ code: 'link_invalid' }, { status: 422 }),
      ),
    );
    const { user } = renderApp('/unsubscribe#token=broken');
    await user.click(await screen.findByRole('button', { name: 'Stop weather emails' }));
    expect(await screen.findByText(linkInvalid)).toBeInTheDocument();
  });
});
