/** Places on the dashboard: saved places with their weather, switching, and shared places. */
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../../storage/store.ts';
import { answerLocations, buildCurrent, buildLocation } from '../../testing/locations.ts';
import { network } from '../../testing/network.ts';
import { answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';
import { buildReport } from '../../testing/report.ts';

const cards = () => screen.findByRole('region', { name: 'Your places' });

describe('saved places', () => {
  test('are shown with temperature and condition, beside the current one', async () => {
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
    // In a browser the grid separates these words; jsdom has no layout.
    for (const name of [
      /^Mitte ?My location · Light rain ?17°$/,
      /^Wien ?Home · Light rain ?17°$/,
      /^Ofis ?Work · Light rain ?17°$/,
    ]) {
      expect(await shown.findByRole('button', { name })).toBeInTheDocument();
    }
    expect(shown.getAllByRole('button')).toHaveLength(3);
  });

  test('one without weather shows an error, the others are shown', async () => {
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

  test('a press opens the weather of the place', async () => {
    signIn();
    answerWeather();
    answerLocations(buildLocation('Wien'));
    const { user } = renderApp('/');
    await user.click(await within(await cards()).findByRole('button', { name: /Wien/ }));
    expect(await screen.findByRole('heading', { name: 'Wien', level: 1 })).toBeInTheDocument();
  });

  // [R1.02]
  test('on a new device the first one of the dashboard is shown instead of the question for a place', async () => {
    signIn();
    answerWeather();
    answerLocations(
      buildLocation('Hidden', { show_on_homepage: false }),
      buildLocation('Wien', { longitude: 16 }),
    );
    renderApp('/', { place: null });
    expect(await screen.findByRole('heading', { name: 'Wien', level: 1 })).toBeInTheDocument();
    expect(await screen.findByText('Feels like 15°')).toBeInTheDocument();
    expect(screen.getByRole('main')).not.toHaveFocus();
    expect(await within(await cards()).findByRole('button', { name: /^Wien/ })).toBeVisible();
  });

  // [R1.02]
  test('that are all off the dashboard are offered instead of the large cities', async () => {
    signIn();
    answerWeather();
    answerLocations(
      buildLocation('Wien', { show_on_homepage: false }),
      buildLocation('Ofis', { show_on_homepage: false, location_type: 'Work' }),
    );
    const { user } = renderApp('/', { place: null });
    const shown = within(await cards());
    expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Wien',
      'Ofis',
    ]);
    expect(screen.queryByRole('button', { name: 'Tokyo' })).not.toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: 'Wien' }));
    expect(await screen.findByRole('heading', { name: 'Wien', level: 1 })).toBeInTheDocument();
    expect(readStored('selectedLocation')?.id).toBe('id-Wien');
  });

  // [R1.02]
  test('while they load on a new device, the question for a place is not shown', async () => {
    signIn();
    const asked = vi.fn(() => delay('infinite'));
    network.use(http.get('*/api/locations', asked));
    renderApp('/', { place: null });
    await waitFor(() => expect(asked).toHaveBeenCalled());
    expect(screen.getByText('Loading…')).toBeInTheDocument();
    expect(screen.queryByText('Choose a place')).not.toBeInTheDocument();
  });

  // [R1.02]
  test.each([
    [true, 0],
    [false, 1],
  ])(
    'near a saved place (on the dashboard: %j) the current one has %i cards',
    async (show_on_homepage, count) => {
      signIn();
      answerWeather();
      writeStored('currentLocation', buildCurrent('Mitte', { latitude: 48.2, longitude: 4 }));
      answerLocations(
        buildLocation('Wien', { show_on_homepage }),
        buildLocation('Ofis', { longitude: 40 }),
      );
      renderApp('/');
      const shown = within(await cards());
      expect(await shown.findByRole('button', { name: /^Ofis/ })).toBeVisible();
      expect(shown.queryAllByRole('button', { name: /^Mitte/ })).toHaveLength(count);
    },
  );

  // [R3.21]
  test('are requested by their id; without an id where it is unknown to the server', async () => {
    signIn();
    const asked: string[] = [];
    const saved = '0198c2f0-0000-7000-8000-000000000001';
    const deleted = '0198c2f0-0000-7000-8000-000000000002';
    network.use(
      http.get('*/api/weather', ({ request }) => {
        const { search } = new URL(request.url);
        asked.push(search);
        return search.includes(deleted)
          ? HttpResponse.json({ code: 'not_found', error: 'Not found' }, { status: 404 })
          : HttpResponse.json(buildReport(new Date()));
      }),
    );
    writeStored('selectedLocation', { id: deleted, name: 'Graz', latitude: 47, longitude: 15 });
    writeStored('currentLocation', buildCurrent('Mitte'));
    answerLocations(buildLocation('Wien', { id: saved, longitude: 16, elevation: 171 }));
    renderApp('/');
    expect(await screen.findByText('Feels like 15°')).toBeInTheDocument();
    expect(await within(await cards()).findByRole('button', { name: /^Wien.*17°$/ })).toBeVisible();
    expect(asked).toContain(`?latitude=48.2&longitude=16&elevation=171&location_id=${saved}`);
    expect(asked).toContain(`?latitude=47&longitude=15&location_id=${deleted}`);
    expect(asked).toContain('?latitude=47&longitude=15');
    expect(asked).toContain('?latitude=1&longitude=2');
  });

  // [R3.21]
  test('that a visitor still has on the device are requested without their id', async () => {
    const asked: string[] = [];
    network.use(
      http.get('*/api/weather', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(buildReport(new Date()));
      }),
    );
    const id = '0198c2f0-0000-7000-8000-000000000001';
    writeStored('selectedLocation', { id, name: 'Graz', latitude: 47, longitude: 15 });
    renderApp('/');
    expect(await screen.findByText('Feels like 15°')).toBeInTheDocument();
    expect(asked).toEqual(['?latitude=47&longitude=15']);
  });

  test('a visitor has none, and they are not requested', async () => {
    answerWeather();
    const asked = vi.fn();
    network.use(http.get('*/api/locations', asked));
    renderApp('/');
    await screen.findByText('Feels like 15°');
    expect(screen.queryByRole('region', { name: 'Your places' })).not.toBeInTheDocument();
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('the row below the sky', () => {
  // [F]
  test('leads to each saved place with one press, and to their list', async () => {
    signIn();
    answerWeather();
    answerLocations(buildLocation('Wien', { longitude: 16 }), buildLocation('Paris'));
    const { user } = renderApp('/');
    const row = within(await screen.findByRole('navigation', { name: 'Your places' }));
    await user.click(await row.findByRole('button', { name: 'Wien', current: false }));
    expect(await screen.findByRole('heading', { name: 'Wien', level: 1 })).toBeInTheDocument();
    expect(row.getByRole('button', { name: 'Wien', current: true })).toBeInTheDocument();
    expect(row.getByRole('button', { name: 'Paris', current: false })).toBeInTheDocument();
    expect(row.getByRole('link', { name: 'Manage places' })).toHaveAttribute('href', '/locations');
  });

  // [F]
  test('is there before the list has loaded, so that nothing moves', async () => {
    signIn();
    answerWeather();
    network.use(http.get('*/api/locations', () => delay('infinite')));
    renderApp('/');
    await screen.findByText('Feels like 15°');
    expect(screen.getByRole('navigation', { name: 'Your places' })).toBeEmptyDOMElement();
  });

  // [F]
  test.each([
    [['Oslo'], 0],
    [['Oslo', 'Berlin'], 1],
  ])('of a visitor with the recent places %j: %i', async (names, count) => {
    answerWeather();
    const recent = names.map((name, at) => ({
      id: null,
      name,
      latitude: 59.9,
      longitude: 10 + at,
    }));
    writeStored('recentPlaces', recent);
    renderApp('/');
    await screen.findByText('Feels like 15°');
    expect(screen.queryAllByRole('navigation', { name: 'Recent' })).toHaveLength(count);
  });
});

test('the name in the bar opens the list of current, saved and recent places', async () => {
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
    expect(
      within(region).getByRole('button', { name: new RegExp(`^${name} ?[–\\d]`) }),
    ).toBeVisible();
  }
  await user.click(within(dialog).getByRole('button', { name: /^Oslo/ }));
  expect(await screen.findByRole('heading', { name: 'Oslo', level: 1 })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('the shown place can be saved from there, with its alerts', async () => {
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
  const form = await screen.findByRole('dialog', { name: 'Add place' });
  await user.click(within(form).getByRole('switch', { name: /^Alerts/ }));
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Location saved')).toBeInTheDocument();
  expect(sent).toMatchObject([
    { name: 'Berlin', latitude: 52.52, longitude: 13.41, alerts_enabled: true },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

describe('a place from a shared link', () => {
  const link = '/?lat=38.42&lon=27.14&name=%C4%B0zmir';
  const pressSave = async (user: UserEvent) => {
    const button = () => screen.getByRole('button', { name: 'Save this place' });
    await waitFor(() => expect(button()).toBeEnabled());
    await user.click(button());
  };

  // [C8]
  test('is requested and saved with the elevation in the link', async () => {
    signIn();
    const asked: string[] = [];
    const sent: unknown[] = [];
    network.use(
      http.get('*/api/weather', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(buildReport(new Date()));
      }),
      http.post('*/api/locations', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ location: buildLocation('Hut') }, { status: 201 });
      }),
    );
    const { user } = renderApp('/?lat=47.42&lon=10.98&elevation=2962&name=Hut');
    await screen.findByText('Feels like 15°');
    expect(asked).toContain('?latitude=47.42&longitude=10.98&elevation=2962');
    await pressSave(user);
    expect(await screen.findByText('Location saved')).toBeInTheDocument();
    expect(sent).toMatchObject([{ name: 'Hut', elevation: 2962 }]);
  });

  test('is shown without replacing the chosen one', async () => {
    answerWeather();
    renderApp(link);
    expect(await screen.findByRole('heading', { name: 'İzmir', level: 1 })).toBeInTheDocument();
    expect(await screen.findByText('You opened a shared link.')).toBeInTheDocument();
    expect(readStored('selectedLocation')?.name).toBe('Berlin');
  });

  test('has its banner only once the alerts above it are known', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    network.use(
      http.get('*/api/weather', async () => {
        await answered;
        return HttpResponse.json(buildReport(new Date()));
      }),
    );
    renderApp(link);
    await screen.findByText('Loading the weather…');
    expect(screen.queryByText('You opened a shared link.')).not.toBeInTheDocument();
    answer();
    expect(await screen.findByText('You opened a shared link.')).toBeInTheDocument();
  });

  // [F] Also greets people who made the bookmark themselves.
  test('has a banner that can be closed for good', async () => {
    answerWeather();
    const { user, unmount } = renderApp(link);
    await screen.findByText('Feels like 15°');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('You opened a shared link.')).not.toBeInTheDocument();
    expect(document.activeElement).toHaveAttribute('id', 'content');
    expect(readStored('selectedLocation')?.name).toBe('Berlin');
    // The weather stays in view: the tour would appear as soon as it is loaded.
    await act(() => import('../../features/onboarding/Onboarding.tsx'));
    expect(screen.queryByRole('region', { name: 'A short tour' })).not.toBeInTheDocument();
    unmount();
    renderApp(link);
    expect(await screen.findByRole('heading', { name: 'İzmir', level: 1 })).toBeInTheDocument();
    expect(screen.queryByText('You opened a shared link.')).not.toBeInTheDocument();
  });

  test('can be saved by a signed-in user', async () => {
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
    await pressSave(user);
    expect(await screen.findByText('Location saved')).toBeInTheDocument();
    expect(sent).toMatchObject([{ name: 'İzmir', latitude: 38.42, longitude: 27.14 }]);
    expect(readStored('selectedLocation')?.name).toBe('İzmir');
    expect(screen.queryByText('You opened a shared link.')).not.toBeInTheDocument();
  });

  test('that is already saved is marked as such', async () => {
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
    await pressSave(user);
    expect(await screen.findByText('This location is already saved')).toBeInTheDocument();
  });

  // [R6.02]
  test('tells a visitor that saving needs a login, with a link to it', async () => {
    answerWeather();
    const { user } = renderApp(link);
    await pressSave(user);
    const dialog = await screen.findByRole('dialog', { name: 'Authentication Required' });
    expect(dialog).toHaveTextContent(
      'You need to be logged in to save locations. Would you like to go to the login page?',
    );
    // [B10]
    expect(within(dialog).getByRole('button', { name: 'Not now' })).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Create account' })).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Go to login' }));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
  });
});
