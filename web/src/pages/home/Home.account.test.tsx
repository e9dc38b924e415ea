/** What the dashboard says to users about their account. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';

beforeEach(() => answerWeather());

// [B20]
test('an address that is not confirmed is named with what it is for, and a link to the profile', async () => {
  signIn({ email_verified: false, needs_verification: true });
  renderApp('/');
  expect(await screen.findByText(/^Confirm your email address to get alerts/)).toHaveTextContent(
    'We sent a link to ada@example.org.',
  );
  expect(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
});

// [B20]
test('a confirmed address is not mentioned', async () => {
  signIn();
  renderApp('/');
  await screen.findByText('Feels like 15°');
  await screen.findByRole('button', { name: 'Save this place' });
  expect(screen.queryByText(/^Confirm your email/)).not.toBeInTheDocument();
});

// [B20]
test('a user without a place does not read that no account is needed', async () => {
  signIn({ email_verified: false, needs_verification: true });
  renderApp('/', { place: null });
  expect(
    await screen.findByText('Calm, exact weather: hour by hour and fifteen days ahead.'),
  ).toBeInTheDocument();
  expect(screen.getByText(/^Confirm your email address/)).toBeInTheDocument();
});
