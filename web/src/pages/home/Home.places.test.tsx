/** Places on the dashboard: the saved ones with their weather, switching, and a place that came by a link. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../../storage/store.ts';
import { answerLocations, buildCurrent, buildLocation } from '../../testing/locations.ts';
import { network } from '../../testing/network.ts';
import { answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';

const cards = () => screen.findByRole('region', { name: 'Your places' });

describe('saved places', () => {
  test('stand on the dashboard with temperature and condition, beside the current one', async () => {
    signIn();
    answerWeather();
    writeStored('currentLocation', buildCurrent('Mitte'));
    answerLocations(
      buildLocation('Wien'),
      buildLocation('Ofis', { location_type: 'Work' }),
      buildLocation('Hidden', { show_on_homepage: false }),
    );
    renderApp('/');
    const shown = within(await cards());
    // What parts these words in a browser is the grid, which jsdom does not know.
    for (const name of [
      /^Mitte ?My location · Light rain ?17°$/,
      /^Wien ?Home · Light rain ?17°$/,
      /^Ofis ?Work · Light rain ?17°$/,
    ]) {
      expect(await shown.findByRole('button', { name })).toBeInTheDocument();
    }
    expect(shown.getAllByRole('button')).toHaveLength(3);
  });

  test('one without weather says so, the others stand', async () => {
    signIn();
    answerWeather();
    network.use(
      http.get('*/api/weather', ({ request }) =>
        new URL(request.url).searchParams.get('longitude') === '4'
          ? new HttpResponse(null, { status: 500 })
          : undefined,
      ),
    );
    answerLocations(buildLocation('Wien'), buildLocation('Paris'));
    renderApp('/');
    const shown = within(await cards());
    expect(
      await shown.findByRole('button', { name: /^Wien ?Home · No weather ?–$/ }),
    ).toBeVisible();
    expect(await shown.findByRole('button', { name: /^Paris.*17°$/ })).toBeVisible();
  });

  test('a press shows the whole weather of the place', async () => {
    signIn();
    answerWeather();
    answerLocations(buildLocation('Wien'));
    const { user } = renderApp('/');
    await user.click(await within(await cards()).findByRole('button', { name: /Wien/ }));
    expect(await screen.findByRole('heading', { name: 'Wien', level: 1 })).toBeInTheDocument();
  });

  test('a visitor has none, and nobody is asked', async () => {
    answerWeather();
    const asked = vi.fn();
    network.use(http.get('*/api/locations', asked));
    renderApp('/');
    await screen.findByText('Feels like 15°');
    expect(screen.queryByRole('region', { name: 'Your places' })).not.toBeInTheDocument();
    expect(asked).not.toHaveBeenCalled();
  });
});

test('the name in the bar opens the current, the saved and the recent places', async () => {
  signIn();
  answerWeather();
  answerLocations(buildLocation('Wien'));
  writeStored('currentLocation', buildCurrent('Mitte'));
  writeStored('recentPlaces', [{ id: null, name: 'Oslo', latitude: 59.9, longitude: 10.7 }]);
  const { user } = renderApp('/');
  await cards();
  await user.click(screen.getByRole('button', { name: 'Berlin' }));
  const dialog = await screen.findByRole('dialog', { name: 'Choose a place' });
  for (const [list, name] of [
    ['My location', 'Mitte'],
    ['Saved', 'Wien'],
    ['Recent', 'Oslo'],
  ] as const) {
    const region = within(dialog).getByRole('region', { name: list });
    expect(within(region).getByRole('button', { name })).toBeVisible();
  }
  await user.click(within(dialog).getByRole('button', { name: 'Oslo' }));
  expect(await screen.findByRole('heading', { name: 'Oslo', level: 1 })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('the place one looks at is saved from there, with its warnings', async () => {
  signIn();
  answerWeather();
  answerLocations();
  const sent: unknown[] = [];
  network.use(
    http.post('*/api/locations', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ location: buildLocation('Berlin') }, { status: 201 });
    }),
  );
  const { user } = renderApp('/');
  await screen.findByText('Feels like 15°');
  await user.click(screen.getByRole('button', { name: 'Berlin' }));
  await user.click(await screen.findByRole('button', { name: 'Save Berlin' }));
  const form = await screen.findByRole('dialog', { name: 'Add location' });
  await user.click(within(form).getByRole('switch', { name: /^Alerts/ }));
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Location saved')).toBeInTheDocument();
  expect(sent).toMatchObject([
    { name: 'Berlin', latitude: 52.52, longitude: 13.41, alerts_enabled: true },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

describe('a place that came by a link', () => {
  const link = '/?lat=38.42&lon=27.14&name=%C4%B0zmir';

  test('is shown without taking the place of the chosen one', async () => {
    answerWeather();
    renderApp(link);
    expect(await screen.findByRole('heading', { name: 'İzmir', level: 1 })).toBeInTheDocument();
    expect(screen.getByText('Somebody shared this place with you.')).toBeInTheDocument();
    expect(readStored('selectedLocation')?.name).toBe('Berlin');
  });

  test('is saved by who is signed in', async () => {
    signIn();
    answerWeather();
    const sent: unknown[] = [];
    network.use(
      http.post('*/api/locations', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(
          { location: buildLocation('İzmir', { latitude: 38.42, longitude: 27.14 }) },
          { status: 201 },
        );
      }),
    );
    const { user } = renderApp(link);
    await screen.findByText('Feels like 15°');
    await user.click(await screen.findByRole('button', { name: 'Save this place' }));
    expect(await screen.findByText('Location saved')).toBeInTheDocument();
    expect(sent).toMatchObject([{ name: 'İzmir', latitude: 38.42, longitude: 27.14 }]);
    expect(readStored('selectedLocation')?.name).toBe('İzmir');
    expect(window.location.search).toBe('');
  });

  test('saved before, it says so', async () => {
    signIn();
    answerWeather();
    network.use(
      http.post('*/api/locations', () =>
        HttpResponse.json(
          { code: 'location_already_saved', error: 'This location is already saved' },
          { status: 409 },
        ),
      ),
    );
    const { user } = renderApp(link);
    await screen.findByText('Feels like 15°');
    await user.click(await screen.findByRole('button', { name: 'Save this place' }));
    expect(await screen.findByText('This location is already saved')).toBeInTheDocument();
  });

  // [R6.02]
  test('a visitor is told that saving needs a login, and shown the way', async () => {
    answerWeather();
    const { user } = renderApp(link);
    await user.click(await screen.findByRole('button', { name: 'Save this place' }));
    const dialog = await screen.findByRole('dialog', { name: 'Authentication Required' });
    expect(dialog).toHaveTextContent(
      'You need to be logged in to save locations. Would you like to go to the login page?',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Go to login' }));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
  });
});

test('sharing puts the link into the clipboard where the device has no sheet for it', async () => {
  answerWeather();
  const { user } = renderApp('/');
  await user.click(await screen.findByRole('button', { name: 'Share this place' }));
  expect(await screen.findByText('Link copied')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(
    'http://localhost:3000/?lat=52.52&lon=13.41&name=Berlin',
  );
});
