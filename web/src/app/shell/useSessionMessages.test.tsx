/** The toasts for events of the API client. */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pageTexts } from '../../../build/texts.ts';
import { networkErrorEvent } from '../../api/client.ts';
import { createWebBridge } from '../../platform/webBridge.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import { answerLocations, buildLocation } from '../../testing/locations.ts';
import { network } from '../../testing/network.ts';
import { ada, answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';
import { App } from '../App.tsx';

beforeEach(() => answerWeather());

const networkText = 'Network connection issue. This could be due to CORS or server availability.';

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

// [R4.14]
describe('a session found at the start', () => {
  test('that is new, as after a sign-in on a provider’s page, shows a welcome', async () => {
    signIn({ isNew: true });
    renderApp('/contact');
    expect(await screen.findByText('Welcome, Ada')).toBeInTheDocument();
  });

  test('that the server sent with the page shows it once, and not on the next load', async () => {
    signIn({ isNew: true });
    window.history.replaceState(null, '', '/contact');
    const open = () =>
      render(
        <App
          initial={{
            language: 'en',
            texts: JSON.parse(pageTexts('en')),
            session: { user: ada, expires_in: 900, expires_at: 0 },
          }}
          bridge={createWebBridge()}
        />,
      );
    const { unmount } = open();
    expect(await screen.findByText('Welcome, Ada')).toBeInTheDocument();
    unmount();
    open();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText('Welcome, Ada')).not.toBeInTheDocument();
  });
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
  expect(await screen.findByText(networkText)).toBeInTheDocument();
  answerWeather();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Feels like 15°')).toBeInTheDocument();
  expect(screen.queryByText(networkText)).not.toBeInTheDocument();

  fire(networkErrorEvent);
  await screen.findByText(networkText);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText(networkText)).not.toBeInTheDocument());
  // Further failures of the same outage stay quiet.
  fire(networkErrorEvent);
  expect(screen.queryByText(networkText)).not.toBeInTheDocument();
});

// [B13]
test('a page that needs no network does not report failed reads', async () => {
  renderApp('/help');
  await screen.findByRole('heading', { level: 1 });
  fire(networkErrorEvent);
  expect(screen.queryByText(networkText)).not.toBeInTheDocument();
});

// [R2.24]
describe('Retry after a failed write', () => {
  const sentText = 'Your message has been sent successfully! We will get back to you soon.';
  const cut = () => HttpResponse.error();

  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  async function sendMessage() {
    network.use(http.post('*/api/contact', cut));
    const { user } = renderApp('/contact');
    for (const [field, text] of [
      ['Name', 'Ada'],
      ['Email', 'ada@example.org'],
      ['Subject', 'Hello'],
      ['Message', 'Rain?'],
    ] as const) {
      await user.type(await screen.findByRole('textbox', { name: field }), text);
    }
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    const toast = (await screen.findAllByText(networkText)).map(({ parentElement }) =>
      within(parentElement as HTMLElement).queryByRole('button', { name: 'Retry' }),
    );
    return { user, retry: toast.find((button) => button !== null) as HTMLElement };
  }

  function answerContact(): unknown[] {
    const sent: unknown[] = [];
    network.use(
      http.post('*/api/contact', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({}, { status: 201 });
      }),
    );
    return sent;
  }

  test.each([true, false])(
    'repeats it, and the form shows the result (online: %j)',
    async (onLine) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
      const { user, retry } = await sendMessage();
      const sent = answerContact();
      await user.click(retry);
      expect(await screen.findByText(sentText)).toBeInTheDocument();
      expect(sent).toMatchObject([{ name: 'Ada', message: 'Rain?' }]);
    },
  );

  test('does not send again what was submitted again by hand', async () => {
    const { user, retry } = await sendMessage();
    const sent = answerContact();
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(await screen.findByText(sentText)).toBeInTheDocument();
    await user.click(retry);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(sent).toHaveLength(1);
  });

  test('repeats a deletion whose form is closed, with its message and undo', async () => {
    signIn();
    answerLocations(buildLocation('Wien'));
    network.use(http.delete('*/api/locations/:id', cut));
    const { user } = renderApp('/locations');
    await user.click(await screen.findByRole('button', { name: 'Edit Wien' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const retry = await screen.findByRole('button', { name: 'Retry' });
    const deleted: unknown[] = [];
    network.use(
      http.delete('*/api/locations/:id', ({ params }) => {
        deleted.push(params.id);
        answerLocations();
        return HttpResponse.json({});
      }),
    );
    await user.click(retry);
    expect(await screen.findByText('Location deleted')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
    expect(deleted).toEqual(['id-Wien']);
  });
});
