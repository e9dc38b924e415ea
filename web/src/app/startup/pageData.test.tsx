/** The data sent with the page is used instead of a request, and only where it applies. */
import { render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { pageTexts } from '../../../build/texts.ts';
import { createWebBridge } from '../../platform/webBridge.ts';
import { writeStored } from '../../storage/store.ts';
import { network } from '../../testing/network.ts';
import { ada, signIn } from '../../testing/renderApp.tsx';
import { buildReport } from '../../testing/report.ts';
import { App } from '../App.tsx';
import { preloadFirstPage } from '../routing/pageChunks.tsx';
import { type PageData, takePageData } from './pageData.ts';

const texts = JSON.parse(pageTexts('en'));
const report = buildReport(new Date());
const requests: string[] = [];

// As at start, the page's chunks are loaded before the first render.
beforeAll(async () => {
  writeStored('selectedLocation', { id: null, name: 'Berlin', latitude: 52.52, longitude: 13.41 });
  await preloadFirstPage('/', 'en');
});

beforeEach(() => {
  requests.length = 0;
  writeStored('onboardingSeen', true);
  network.use(
    http.get('*/api/weather', ({ request }) => {
      requests.push(new URL(request.url).search);
      return HttpResponse.json(report);
    }),
    http.get('*/api/locations', () => HttpResponse.json({ locations: [] })),
  );
});

function open(sent: Partial<PageData>) {
  render(<App initial={{ language: 'en', texts, ...sent }} bridge={createWebBridge()} />);
}

test('the weather of the chosen place is shown by the first render', () => {
  writeStored('selectedLocation', {
    id: null,
    name: 'Berlin',
    latitude: 52.5211,
    longitude: 13.4098,
  });
  open({ weather: { latitude: 52.52, longitude: 13.41, elevation: null, report } });
  expect(screen.getByText('Light rain')).toBeInTheDocument();
  expect(requests).toEqual([]);
});

test('the weather of another place is ignored', async () => {
  writeStored('selectedLocation', { id: null, name: 'İzmir', latitude: 38.42, longitude: 27.14 });
  open({ weather: { latitude: 52.52, longitude: 13.41, elevation: null, report } });
  expect(screen.queryByText('Light rain')).not.toBeInTheDocument();
  expect(await screen.findByText('Light rain')).toBeInTheDocument();
  expect(requests).toEqual(['?latitude=38.42&longitude=27.14']);
});

// [C8]
test('the weather of another elevation is ignored', async () => {
  const hut = { id: null, name: 'Hut', latitude: 47.42, longitude: 10.98, elevation: 2962 };
  writeStored('selectedLocation', hut);
  open({ weather: { latitude: 47.42, longitude: 10.98, elevation: null, report } });
  expect(screen.queryByText('Light rain')).not.toBeInTheDocument();
  expect(await screen.findByText('Light rain')).toBeInTheDocument();
  expect(requests).toEqual(['?latitude=47.42&longitude=10.98&elevation=2962']);
});

test('the signed-in user is known without a request', async () => {
  signIn({ isSilent: true });
  window.history.replaceState(null, '', '/contact');
  open({ session: { user: ada, expires_in: 900, expires_at: 0 } });
  expect(await screen.findByDisplayValue('ada@example.org')).toBeInTheDocument();
});

test('a pending logout takes precedence over the sent session', async () => {
  signIn({ isSilent: true });
  writeStored('pendingLogout', true);
  const posted = new Promise<void>((resolve) => {
    network.use(
      http.post('*/api/auth/logout', () => {
        resolve();
        return HttpResponse.json({ message: 'ok' });
      }),
    );
  });
  open({ session: { user: ada, expires_in: 900, expires_at: 0 } });
  await posted;
});

test('the data is removed from the page once it is read', () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<script type="application/json" id="shell-data">{"session":null,"weather":{"latitude":1}}</script>',
  );
  expect(takePageData()).toEqual({ session: null, weather: { latitude: 1 } });
  expect(takePageData()).toEqual({ session: null, weather: null, config: null });
});
