/** The toasts for events of the API client. */
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { networkErrorEvent } from '../../api/client.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import { network } from '../../testing/network.ts';
import { answerWeather, renderApp } from '../../testing/renderApp.tsx';

beforeEach(() => answerWeather());

const fire = (name: string, detail?: unknown) =>
  act(() => window.dispatchEvent(new CustomEvent(name, { detail })));

// [R4.14]
test.each([
  ['Ada', 'Welcome, Ada'],
  ['', 'Welcome, User'],
])('a login of %j shows a welcome', async (firstName, text) => {
  renderApp('/contact');
  await screen.findByRole('heading', { level: 1 });
  fire('auth:login', { firstName });
  expect(await screen.findByText(text)).toBeInTheDocument();
});

// [R4.13]
test.each(['auth:token_expired', 'auth:force_logout'])(
  '%s says that the session is over',
  async (name) => {
    renderApp('/contact');
    await screen.findByRole('heading', { level: 1 });
    fire(name);
    expect(await screen.findByText('Session expired. Please log in again.')).toBeInTheDocument();
  },
);

// [R4.13]
test('after the reload that follows a rejected refresh the message is shown once', async () => {
  writeStored('sessionExpired', true);
  renderApp('/contact');
  expect(await screen.findByText('Session expired. Please log in again.')).toBeInTheDocument();
  expect(readStored('sessionExpired')).toBe(false);
});

// [R2.24]
test('without a network a toast offers Retry, which sends the request again, and can be closed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  network.use(http.get('*/api/weather', () => HttpResponse.error()));
  const { user } = renderApp('/');
  const text = 'Network connection issue. This could be due to CORS or server availability.';
  expect(await screen.findByText(text)).toBeInTheDocument();
  answerWeather();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Feels like 15°')).toBeInTheDocument();
  expect(screen.queryByText(text)).not.toBeInTheDocument();

  fire(networkErrorEvent);
  await screen.findByText(text);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());
});

test('a change made offline is rejected with a message and not queued', async () => {
  renderApp('/contact');
  await screen.findByRole('heading', { level: 1 });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fire(networkErrorEvent, { method: 'PUT' });
  expect(await screen.findByText(/You are offline, so this was not saved/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});
