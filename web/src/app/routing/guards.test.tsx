/** Which pages visitors and signed-in users see, and where they are redirected. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test } from 'vitest';
import { network } from '../../testing/network.ts';
import { answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('a visitor', () => {
  test.each([
    ['/login', 'Log in'],
    ['/register', 'Create an account'],
    ['/reset-password', 'Reset password'],
    ['/locations', 'Places'],
    ['/map', 'Rain map'],
    ['/accuracy', 'Forecast accuracy'],
    ['/air', 'Air and pollen'],
    ['/contact', 'Contact'],
    ['/privacy-policy', 'Privacy Policy'],
    ['/terms-conditions', 'Terms and Conditions'],
    ['/accessibility-settings', 'Settings and accessibility'],
    ['/about', 'About Halcyon'],
    ['/help', 'Help'],
    ['/verify-email', 'Confirm your email'],
    ['/unsubscribe', 'Unsubscribe'],
  ])('sees %s', async (path, title) => {
    renderApp(path);
    expect(await heading(title)).toBeInTheDocument();
    // [C34] The name is not said twice.
    const inTab = title === 'About Halcyon' ? title : `${title} · Halcyon`;
    await waitFor(() => expect(document.title).toBe(inTab));
    expect(location.pathname).toBe(path);
  });

  // [R2.04]
  test.each(['/profile?delete=true', '/settings'])(
    'is redirected from %s to the login, with the return path',
    async (path) => {
      renderApp(path);
      expect(await heading('Log in')).toBeInTheDocument();
      expect(location.pathname).toBe('/login');
      expect(new URLSearchParams(location.search).get('next')).toBe(path);
    },
  );

  test('sees the same page with capitals and a slash at the end', async () => {
    renderApp('/Help/');
    expect(await heading('Help')).toBeInTheDocument();
  });

  // [R2.10]
  test('is redirected home from an unknown path', async () => {
    answerWeather();
    renderApp('/nowhere/at-all');
    await waitFor(() => expect(location.pathname).toBe('/'));
  });
});

describe('a signed-in user', () => {
  // [R2.04]
  test.each([
    ['/profile', 'Profile'],
    ['/settings', 'Settings'],
    ['/notifications', 'Notifications'],
  ])('sees %s', async (path, title) => {
    signIn();
    renderApp(path);
    expect(await heading(title)).toBeInTheDocument();
  });

  // [R2.05]
  test('is redirected from /delete-account to the deletion on the profile', async () => {
    signIn();
    renderApp('/delete-account');
    expect(await screen.findByRole('alertdialog')).toBeInTheDocument();
    expect(location.pathname + location.search).toBe('/profile?delete=true');
  });

  // [R2.01]
  test.each(['/login', '/register'])('is redirected from %s to the home page', async (path) => {
    answerWeather();
    signIn();
    renderApp(path);
    await waitFor(() => expect(location.pathname).toBe('/'));
  });

  // [R2.01]
  test('is redirected from the login to the return path', async () => {
    signIn();
    renderApp('/login?next=%2Fprofile%3Fdelete%3Dtrue');
    expect(await screen.findByRole('alertdialog')).toBeInTheDocument();
    expect(location.pathname + location.search).toBe('/profile?delete=true');
  });

  // [R2.01]
  test.each(['https://evil.example/', '//evil.example/', '/\\evil.example'])(
    'is never redirected to %s',
    async (next) => {
      answerWeather();
      signIn();
      renderApp(`/login?${new URLSearchParams({ next })}`);
      await waitFor(() => expect(location.pathname).toBe('/'));
    },
  );

  // [R2.01]
  test('who opens a reset link is asked to log out first', async () => {
    answerWeather();
    signIn();
    renderApp('/reset-password');
    expect(
      await screen.findByText('You are logged in. Log out first to use a reset link.'),
    ).toBeInTheDocument();
  });
});

describe('while the session is unknown', () => {
  // [R2.11]
  test.each(['/profile', '/login'])(
    '%s shows a loading indicator and neither page',
    async (path) => {
      signIn({ isSilent: true });
      renderApp(path);
      expect(await screen.findByText('Loading…')).toBeInTheDocument();
      expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    },
  );

  test('a profile that cannot be loaded offers Try Again and does not redirect', async () => {
    signIn();
    network.use(http.get('*/api/auth/me', () => new HttpResponse(null, { status: 500 })));
    const { user } = renderApp('/profile');
    expect(await heading('Error loading user profile')).toBeInTheDocument();
    expect(location.pathname).toBe('/profile');
    signIn();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await heading('Profile')).toBeInTheDocument();
  });
});
