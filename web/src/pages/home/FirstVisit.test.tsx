/** A first visit: three ways to choose a place, and the tour. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import type { Position } from '../../platform/bridge.ts';
import { createWebBridge } from '../../platform/webBridge.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import { network } from '../../testing/network.ts';
import { answerWeather, renderApp } from '../../testing/renderApp.tsx';

const firstVisit = { place: null };
const locatedAt = (position: Position) => ({
  ...createWebBridge(),
  locationPermission: async () => 'prompt' as const,
  currentPosition: async () => position,
});

test('asks for a place and requests no weather before one is chosen', async () => {
  renderApp('/', firstVisit);
  expect(await screen.findByRole('heading', { name: 'Choose a place' })).toBeInTheDocument();
  expect(await screen.findByRole('combobox', { name: 'Search for a place' })).toBeInTheDocument();
});

test('a suggested city is chosen with one press', async () => {
  answerWeather();
  const { user } = renderApp('/', firstVisit);
  await user.click(await screen.findByRole('button', { name: 'Vienna' }));
  expect(await screen.findByText('Feels like 15°')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Vienna' })).toBeInTheDocument();
  // The focused element is gone: the weather takes the focus, so that Tab continues from there.
  expect(screen.getByRole('main')).toHaveFocus();
  expect(readStored('selectedLocation')).toMatchObject({ name: 'Vienna', latitude: 48.21 });
});

// [B16]
test('coordinates are a place of their own, named after what is there', async () => {
  answerWeather();
  network.use(
    http.get('*/api/locations/geocode/reverse', ({ request }) => {
      const { searchParams } = new URL(request.url);
      expect(searchParams.get('latitude')).toBe('46.55');
      return HttpResponse.json({
        name: 'near Grindelwald, 8 km',
        address: 'Grindelwald, Switzerland',
        address_components: [],
        timezone: 'Europe/Zurich',
        source: 'geonames',
      });
    }),
  );
  const { user } = renderApp('/', firstVisit);
  await user.type(await screen.findByRole('combobox'), '46.55 N, 7.98 E');
  const option = await screen.findByRole('option', { name: /46\.5500° 7\.9800°/ });
  await within(option).findByText('near Grindelwald, 8 km');
  await user.keyboard('{Enter}');
  expect(
    await screen.findByRole('heading', { name: 'near Grindelwald, 8 km' }),
  ).toBeInTheDocument();
  expect(readStored('selectedLocation')).toMatchObject({ latitude: 46.55, longitude: 7.98 });
});

// [B16]
test('an unknown place is no dead end: what follows the comma is searched', async () => {
  network.use(
    http.get('*/api/google-places/autocomplete', ({ request }) => {
      const isKnown = new URL(request.url).searchParams.get('input') === 'İstanbul';
      const text = { main_text: 'İstanbul', main_text_matched_substrings: [] };
      const prediction = {
        place_id: 'gn:1',
        description: 'İstanbul',
        structured_formatting: text,
        matched_substrings: [],
        terms: [],
        types: [],
      };
      return HttpResponse.json({
        status: isKnown ? 'OK' : 'ZERO_RESULTS',
        source: 'geonames',
        predictions: isKnown ? [prediction] : [],
      });
    }),
  );
  const { user } = renderApp('/', firstVisit);
  await user.type(await screen.findByRole('combobox'), 'Beşiktaş, İstanbul');
  expect(await screen.findByText('Not found. Did you mean:')).toBeInTheDocument();
  expect(screen.getByRole('option', { name: 'İstanbul' })).toBeInTheDocument();
});

test('any place can be found by its name with the keyboard', async () => {
  answerWeather();
  const asked: string[] = [];
  network.use(
    http.get('*/api/google-places/autocomplete', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('input') ?? '');
      return HttpResponse.json({
        status: 'OK',
        source: 'geonames',
        predictions: ['Potsdam', 'Potsdam Park'].map((name, index) => ({
          place_id: `gn:${index}`,
          description: `${name}, Brandenburg, Germany`,
          structured_formatting: {
            main_text: name,
            main_text_matched_substrings: [{ offset: 0, length: 4 }],
            secondary_text: 'Brandenburg, Germany',
          },
          matched_substrings: [],
          terms: [],
          types: [],
        })),
      });
    }),
    http.get('*/api/google-places/details', ({ request }) =>
      HttpResponse.json({
        status: 'OK',
        source: 'geonames',
        result: {
          place_id: new URL(request.url).searchParams.get('place_id'),
          name: 'Potsdam Park',
          formatted_address: 'Potsdam Park, Germany',
          geometry: { location: { lat: 52.4, lng: 13.06 } },
          address_components: [],
          types: [],
          timezone: 'Europe/Berlin',
        },
      }),
    ),
  );
  const { user } = renderApp('/', firstVisit);
  await user.type(await screen.findByRole('combobox'), 'Pots');
  await screen.findByRole('option', { name: /Potsdam Park/ });
  expect(asked.at(-1)).toBe('Pots');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByRole('heading', { name: 'Potsdam Park' })).toBeInTheDocument();
  expect(readStored('recentPlaces')).toHaveLength(1);
});

test('a search without results and a failed search show different messages', async () => {
  network.use(
    http.get('*/api/google-places/autocomplete', () =>
      HttpResponse.json({ status: 'ZERO_RESULTS', source: 'geonames', predictions: [] }),
    ),
  );
  const { user } = renderApp('/', firstVisit);
  await user.type(await screen.findByRole('combobox'), 'qqq');
  expect(
    await screen.findByText(
      'No place found. Try a nearby town, coordinates such as 52.5, 13.4, or your location.',
    ),
  ).toBeInTheDocument();
  network.use(
    http.get('*/api/google-places/autocomplete', () => new HttpResponse(null, { status: 500 })),
  );
  await user.type(screen.getByRole('combobox'), 'q');
  expect(await screen.findByText('The search did not work. Please try again.')).toBeInTheDocument();
});

test('the device provides the position and the server the name of the place', async () => {
  answerWeather();
  network.use(
    http.get('*/api/locations/geocode/reverse', () => HttpResponse.json({ name: 'Mitte' })),
  );
  const bridge = locatedAt({
    isKnown: true,
    latitude: 52.531,
    longitude: 13.384,
    accuracyMeters: 20,
  });
  const { user } = renderApp('/', { ...firstVisit, bridge });
  await user.click(await screen.findByRole('button', { name: 'Use my location' }));
  expect(await screen.findByRole('heading', { name: 'Mitte' })).toBeInTheDocument();
  expect(readStored('currentLocation')).toMatchObject({ id: 'current', name: 'Mitte' });
});

// [R4.20, R8.04]
test('a denied position shows a location access issue, with Try Again and an alternative', async () => {
  const positions: Position[] = [
    { isKnown: false, reason: 'denied' },
    { isKnown: false, reason: 'timeout' },
  ];
  const bridge = {
    ...createWebBridge(),
    locationPermission: async () => 'prompt' as const,
    currentPosition: async () => positions.shift() as Position,
  };
  const { user } = renderApp('/', { ...firstVisit, bridge });
  await user.click(await screen.findByRole('button', { name: 'Use my location' }));
  const issue = await screen.findByRole('alert');
  expect(issue).toHaveTextContent('Location access issue');
  expect(issue).toHaveTextContent(/Location permission has been denied/);
  expect(issue).toHaveTextContent('You can also search for your place.');
  // Earlier requests would reuse the last answer.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 });
  await user.click(within(issue).getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText(/Location request timed out/)).toBeInTheDocument();
});

const tour = () => screen.findByRole('region', { name: 'A short tour' });

// [R2.14]
test('the tour shows six cards in order, and only once', async () => {
  const { user, unmount } = renderApp('/', firstVisit);
  await tour();
  const titles = [];
  for (let step = 1; step <= 6; step += 1) {
    const card = await tour();
    expect(card).toHaveTextContent(`${step} of 6`);
    titles.push(within(card).getByRole('heading').textContent);
    await user.click(within(card).getByRole('button', { name: step < 6 ? 'Next' : 'Let’s go' }));
  }
  expect(titles).toEqual([
    'Welcome to Halcyon',
    'Twelve hours in a circle',
    'Fifteen days ahead',
    'Charts for the week',
    'Your places',
    'Profile and help',
  ]);
  unmount();
  renderApp('/', firstVisit);
  await screen.findByRole('combobox');
  expect(screen.queryByRole('region', { name: 'A short tour' })).not.toBeInTheDocument();
});

test('the tour comes first in the tab order, and Escape ends it wherever the focus is', async () => {
  const { user } = renderApp('/', firstVisit);
  const card = await tour();
  await screen.findByRole('combobox');
  await user.tab();
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  await user.tab();
  expect(card).toContainElement(document.activeElement as HTMLElement);

  // Closing the menu does not end the tour.
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  await screen.findByRole('dialog', { name: 'Menu' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(card).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(card).not.toBeInTheDocument());
});

// [R2.14]
test('the tour works by keyboard, can be skipped, and can be shown again from the help page', async () => {
  const { user } = renderApp('/', firstVisit);
  within(await tour())
    .getByRole('button', { name: 'Next' })
    .focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(await tour()).toHaveTextContent('2 of 6');
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'A short tour' })).not.toBeInTheDocument(),
  );
  expect(readStored('onboardingSeen')).toBe(true);
  writeStored('onboardingSeen', false);
  expect(await tour()).toHaveTextContent('1 of 6');
});
