/** `/locations`: searching, saving, editing, ordering and deleting places. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createWebBridge } from '../../platform/webBridge.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import {
  answerLocations,
  answerPlaces,
  buildCurrent,
  buildLocation,
} from '../../testing/locations.ts';
import { network } from '../../testing/network.ts';
import { answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';
import { buildReport } from '../../testing/report.ts';

beforeEach(() => answerWeather());

const saved = () => screen.findByRole('region', { name: 'Saved places' });
const rows = async () =>
  within(await saved())
    .getAllByRole('button', { name: /^Move / })
    .map((handle) => handle.getAttribute('aria-label')?.replace('Move ', ''));

/** Stubs a call and records what is sent to it. */
function record(
  method: 'post' | 'put' | 'delete',
  path: string,
  answer: () => Response = () => HttpResponse.json({}),
) {
  const sent: unknown[] = [];
  network.use(
    http[method](`*/api/${path}`, async ({ request }) => {
      sent.push(method === 'delete' ? request.url : await request.json());
      return answer();
    }),
  );
  return sent;
}

const failing =
  (status: number, body: object = {}) =>
  () =>
    HttpResponse.json(body, { status });

async function openForm(user: ReturnType<typeof renderApp>['user'], name = 'Potsdam') {
  answerPlaces(name);
  await user.type(await screen.findByRole('combobox'), name.slice(0, 4));
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
  return screen.findByRole('dialog', { name: 'Add place' });
}

// [R2.03]
test('a visitor sees search, the current place, saved places and the search history', async () => {
  renderApp('/locations');
  expect(await screen.findByRole('combobox', { name: 'Search for a place' })).toBeInTheDocument();
  for (const name of ['My location', 'Saved places', 'Search history']) {
    expect(screen.getByRole('region', { name })).toBeInTheDocument();
  }
  expect(await screen.findByText(/Log in to keep your places/)).toBeInTheDocument();
});

// [R8.03]
test('a denied position shows that the current location cannot be retrieved', async () => {
  const bridge = {
    ...createWebBridge(),
    locationPermission: async () => 'prompt' as const,
    currentPosition: async () => ({ isKnown: false, reason: 'denied' }) as const,
  };
  const { user } = renderApp('/locations', { bridge });
  await user.click(await screen.findByRole('button', { name: 'Use my location' }));
  expect(
    await screen.findByText('Current location cannot be retrieved. Please check your permissions.'),
  ).toBeInTheDocument();
});

describe('the saved places', () => {
  // [R4.19]
  test('load their weather three at a time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    signIn();
    const names = ['A', 'Bb', 'Ccc', 'Dddd', 'Eeeee', 'Ffffff', 'Ggggggg'];
    answerLocations(...names.map((name) => buildLocation(name)));
    const waiting: Array<() => void> = [];
    const asked: string[] = [];
    network.use(
      http.get('*/api/weather', async ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('longitude') ?? '');
        await new Promise<void>((resolve) => waiting.push(resolve));
        return HttpResponse.json(buildReport(new Date()));
      }),
    );
    renderApp('/locations');
    for (const count of [3, 6, 7]) {
      await waitFor(() => expect(asked).toHaveLength(count));
      // Two answers of three do not start the next batch.
      for (const answer of waiting.splice(1)) answer();
      await act(() => vi.advanceTimersByTimeAsync(200));
      expect(asked).toHaveLength(count);
      for (const answer of waiting.splice(0)) answer();
    }
    expect(asked).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    await waitFor(() => expect(screen.getAllByText('17°')).toHaveLength(7));
  });

  // [R5.08]
  test('and the current one are listed with names of fewer than 15 letters, with the whole name as a hint', async () => {
    signIn();
    const long = 'Kreuzberg, Berlin, Germany';
    answerLocations(buildLocation(long));
    writeStored('currentLocation', buildCurrent('Mitte, Berlin, Germany'));
    network.use(
      http.get('*/api/locations/history', () =>
        HttpResponse.json({
          history: [{ name: 'Pankow, Berlin, Germany', latitude: 52, longitude: 13 }],
        }),
      ),
    );
    renderApp('/locations');
    expect(await screen.findByText('Kreuzberg')).toHaveAttribute('title', long);
    expect(screen.getByText('Mitte, Berlin')).toBeInTheDocument();
    expect(await screen.findByText('Pankow, Berlin')).toBeInTheDocument();
  });

  // [R1.02]
  test('are listed with temperature and condition, including those not on the dashboard', async () => {
    signIn();
    writeStored('currentLocation', buildCurrent('Mitte'));
    answerLocations(
      buildLocation('Wien', { alerts_enabled: true }),
      buildLocation('Paris', { show_on_homepage: false, location_type: 'Work' }),
    );
    renderApp('/locations');
    const list = within(await saved());
    expect(
      await list.findByRole('button', { name: /^Wien ?Home ?Alerts on ?· ?Light rain ?17°$/ }),
    ).toBeInTheDocument();
    expect(
      await list.findByRole('button', { name: /^Paris ?Work ?· ?Light rain ?17°$/ }),
    ).toBeInTheDocument();
    const current = within(screen.getByRole('region', { name: 'My location' }));
    expect(
      await current.findByRole('button', { name: /^Mitte ?Light rain ?17°$/ }),
    ).toBeInTheDocument();
  });

  // [R7.17, R8.03]
  test('that cannot be loaded show an error and Try Again', async () => {
    signIn();
    network.use(http.get('*/api/locations', failing(500)));
    const { user } = renderApp('/locations');
    const list = within(await saved());
    expect(await list.findByText('Saved locations could not be loaded')).toBeInTheDocument();
    expect(list.getByText('Failed to fetch locations')).toBeInTheDocument();
    answerLocations(buildLocation('Wien'));
    await user.click(list.getByRole('button', { name: 'Try Again' }));
    expect(await list.findByRole('button', { name: /^Wien/ })).toBeInTheDocument();
    expect(list.queryByText('Failed to fetch locations')).not.toBeInTheDocument();
  });

  // [R7.17, R8.03]
  test('stay listed with an error when a refresh fails', async () => {
    signIn();
    answerLocations(buildLocation('Wien'));
    record('delete', 'locations/:id', failing(500));
    const { user } = renderApp('/locations');
    const list = within(await saved());
    await user.click(await list.findByRole('button', { name: 'Edit Wien' }));
    network.use(http.get('*/api/locations', failing(500, { code: 'internal' })));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(
      await list.findByText(
        'Error fetching fresh data: Something went wrong on our side. Please try again.',
      ),
    ).toBeInTheDocument();
    expect(list.getByRole('button', { name: /^Wien/ })).toBeInTheDocument();
  });
});

describe('searching', () => {
  test('highlights what was typed and names the source of the places', async () => {
    answerPlaces('Potsdam');
    const { user } = renderApp('/locations');
    await user.type(await screen.findByRole('combobox'), 'pot');
    const option = await screen.findByRole('option', { name: /Potsdam/ });
    expect(within(option).getByText('Pot').tagName).toBe('MARK');
    expect(screen.getByRole('link', { name: 'Places: GeoNames, CC BY 4.0' })).toHaveAttribute(
      'href',
      'https://www.geonames.org/',
    );
  });

  // [R8.01]
  test('that is rejected shows the status', async () => {
    network.use(
      http.get('*/api/google-places/autocomplete', () =>
        HttpResponse.json({ status: 'OVER_QUERY_LIMIT', source: 'google', predictions: [] }),
      ),
    );
    const { user } = renderApp('/locations');
    await user.type(await screen.findByRole('combobox'), 'pot');
    expect(await screen.findByText('Geocoding error: OVER_QUERY_LIMIT')).toBeInTheDocument();
  });

  // [R8.01, R8.03]
  test.each([
    [{ status: 'REQUEST_DENIED' }, 200, 'Place details error: REQUEST_DENIED'],
    [{ status: 'ZERO_RESULTS' }, 200, 'Location details incomplete. Please try again.'],
    [
      { code: 'unavailable' },
      503,
      'Error loading location data: Halcyon is not available right now. Please try again soon.',
    ],
  ])('a place whose details cannot be loaded: %j', async (body, status, said) => {
    answerPlaces('Potsdam');
    network.use(
      http.get('*/api/google-places/details', () =>
        HttpResponse.json({ source: 'google', html_attributions: [], ...body }, { status }),
      ),
    );
    const { user } = renderApp('/locations');
    await user.type(await screen.findByRole('combobox'), 'pot');
    await user.click(await screen.findByRole('option', { name: /Potsdam/ }));
    expect(await screen.findByText(said)).toBeInTheDocument();
  });

  // [R1.15]
  test('is stored for a visitor under a random id of this browser', async () => {
    const sent = record('post', 'locations/history/anonymous');
    const { user } = renderApp('/locations');
    await openForm(user);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      name: 'Potsdam',
      latitude: 52.4,
      longitude: 13.06,
      place_id: 'gn:0',
      geo_source: 'gazetteer',
      client_id: readStored('clientId'),
    });
    expect(readStored('clientId')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

const potsdam = {
  name: 'Potsdam',
  address: 'Brandenburg',
  latitude: 52.4,
  longitude: 13.06,
  place_id: 'gn:1',
  geo_source: 'gazetteer',
  searched_at: '2026-11-01T00:00:00Z',
};

describe('the search history', () => {
  test('is offered while the search field is empty, and in its own list', async () => {
    signIn();
    network.use(
      http.get('*/api/locations/history', () => HttpResponse.json({ history: [potsdam] })),
    );
    const { user } = renderApp('/locations');
    const list = screen.getByRole('region', { name: 'Search history' });
    await within(list).findByRole('button', { name: /Potsdam/ });
    await user.click(screen.getByRole('combobox'));
    await user.click(await screen.findByRole('option', { name: /^Potsdam ?Brandenburg$/ }));
    expect(await screen.findByRole('dialog', { name: 'Add place' })).toBeInTheDocument();
  });

  test('is cleared after a confirmation', async () => {
    signIn();
    network.use(
      http.get('*/api/locations/history', () => HttpResponse.json({ history: [potsdam] })),
    );
    const sent = record('delete', 'locations/history/clear');
    const { user } = renderApp('/locations');
    await user.click(await screen.findByRole('button', { name: 'Clear history' }));
    network.use(http.get('*/api/locations/history', () => HttpResponse.json({ history: [] })));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Clear history' }));
    expect(await screen.findByText('Search history cleared')).toBeInTheDocument();
    expect(screen.getByText('What you search for appears here.')).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  test('reappears when it could not be cleared', async () => {
    signIn();
    network.use(
      http.get('*/api/locations/history', () => HttpResponse.json({ history: [potsdam] })),
    );
    record('delete', 'locations/history/clear', failing(500));
    const { user } = renderApp('/locations');
    await user.click(await screen.findByRole('button', { name: 'Clear history' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Clear history' }));
    expect(await screen.findByText('The search history could not be cleared')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /Potsdam/ })).toBeInTheDocument();
  });
});

describe('saving', () => {
  // [R8.03]
  test('sends the name, the category and the two settings, with the defaults of a new place', async () => {
    signIn();
    const sent = record('post', 'locations', () => {
      answerLocations(buildLocation('Potsdam'));
      return HttpResponse.json({ location: buildLocation('Potsdam') }, { status: 201 });
    });
    const { user } = renderApp('/locations');
    const form = within(await openForm(user));
    // [B17] Which of the places of this name it is.
    expect(form.getByLabelText('Name')).toHaveAccessibleDescription('Germany');
    expect(form.getByRole('radio', { name: 'Vacation' })).toBeChecked();
    expect(form.getByRole('switch', { name: /Show on the dashboard/ })).toBeChecked();
    expect(form.getByRole('switch', { name: /Alerts/ })).not.toBeChecked();
    await user.clear(form.getByLabelText('Name'));
    await user.type(form.getByLabelText('Name'), 'Oma');
    await user.click(form.getByRole('radio', { name: 'Home' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Location saved')).toBeInTheDocument();
    expect(sent).toEqual([
      {
        name: 'Oma',
        latitude: 52.4,
        longitude: 13.06,
        elevation: 32,
        location_type: 'Home',
        show_on_homepage: true,
        alerts_enabled: false,
        place_id: 'gn:0',
        geo_source: 'gazetteer',
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await rows()).toEqual(['Potsdam']);
  });

  test('needs a name', async () => {
    signIn();
    const { user } = renderApp('/locations');
    const form = within(await openForm(user));
    await user.clear(form.getByLabelText('Name'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText('Name is required')).toBeInTheDocument();
  });

  // [R8.03, R5.05]
  test.each([
    [500, {}, 'Failed to save location'],
    [401, { code: 'token_missing', error: 'Missing' }, 'Authentication required'],
    [
      409,
      { code: 'location_already_saved', error: 'This location is already saved' },
      'This location is already saved',
    ],
  ])('rejected with %i keeps the form and its content', async (status, body, said) => {
    signIn();
    answerLocations(buildLocation('Wien'));
    record('post', 'locations', failing(status, body));
    network.use(http.post('*/api/auth/refresh', failing(401)));
    const { user } = renderApp('/locations');
    await rowsAre('Wien');
    const form = within(await openForm(user));
    await user.type(form.getByLabelText('Name'), ' am See');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(said)).toBeInTheDocument();
    expect(form.getByLabelText('Name')).toHaveValue('Potsdam am See');
    if (status !== 401) await waitFor(async () => expect(await hidden()).toEqual(['Wien']));
  });

  test('the same place twice is rejected without a request', async () => {
    signIn();
    answerLocations(buildLocation('Zuhause', { latitude: 52.401, longitude: 13.061 }));
    const sent = record('post', 'locations');
    const { user } = renderApp('/locations');
    await rowsAre('Zuhause');
    const form = within(await openForm(user));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('This location is already saved')).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  // [R8.03]
  test('the current place is confirmed with its own message', async () => {
    signIn();
    writeStored('currentLocation', buildCurrent('Mitte', { address: 'Mitte, Berlin' }));
    const sent = record('post', 'locations', () =>
      HttpResponse.json({ location: buildLocation('Mitte') }, { status: 201 }),
    );
    const { user } = renderApp('/locations');
    await rowsAre();
    await user.click(await screen.findByRole('button', { name: 'Save this place' }));
    expect(await screen.findByText('Current location saved')).toBeInTheDocument();
    expect(sent).toMatchObject([{ name: 'Mitte', address: 'Mitte, Berlin', geo_source: 'device' }]);
  });

  // [R6.02]
  test('by a visitor asks for a login and is completed after it', async () => {
    const { user, unmount } = renderApp('/locations');
    const form = within(await openForm(user));
    await user.click(form.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Authentication Required' });
    expect(dialog).toHaveTextContent(
      'You need to be logged in to save locations. Would you like to go to the login page?',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Go to login' }));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(new URLSearchParams(window.location.search).get('next')).toBe('/locations');
    unmount();
    signIn();
    const sent = record('post', 'locations', () =>
      HttpResponse.json({ location: buildLocation('Potsdam') }, { status: 201 }),
    );
    renderApp('/locations');
    expect(await screen.findByText('Location saved')).toBeInTheDocument();
    expect(sent).toMatchObject([{ name: 'Potsdam', latitude: 52.4, longitude: 13.06 }]);
    expect(readStored('pendingSave')).toBeNull();
  });

  test('that fails after the login reopens the form', async () => {
    signIn();
    writeStored('pendingSave', {
      name: 'Potsdam',
      latitude: 52.4,
      longitude: 13.06,
      category: 'Work',
      showOnHomepage: true,
      alertsEnabled: true,
      address: null,
      placeId: null,
      source: 'gazetteer',
      wantedAt: Date.now(),
    });
    record('post', 'locations', failing(500));
    renderApp('/locations');
    expect(await screen.findByText('Failed to save location')).toBeInTheDocument();
    const form = within(await screen.findByRole('dialog', { name: 'Add place' }));
    expect(form.getByLabelText('Name')).toHaveValue('Potsdam');
    expect(form.getByRole('radio', { name: 'Work' })).toBeChecked();
  });
});

describe('a saved place', () => {
  const wien = buildLocation('Wien', { position: 0 });

  // [R8.03]
  test('is edited at once, and the change is confirmed', async () => {
    signIn();
    answerLocations(wien);
    const sent = record('put', 'locations/:id', () => {
      answerLocations({ ...wien, name: 'Büro' });
      return HttpResponse.json({ location: wien });
    });
    const { user } = renderApp('/locations');
    await user.click(await screen.findByRole('button', { name: 'Edit Wien' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit place' }));
    await user.clear(form.getByLabelText('Name'));
    await user.type(form.getByLabelText('Name'), 'Büro');
    await user.click(form.getByRole('radio', { name: 'Work' }));
    await user.click(form.getByRole('switch', { name: /Alerts/ }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Location updated')).toBeInTheDocument();
    expect(sent).toEqual([
      { name: 'Büro', location_type: 'Work', show_on_homepage: true, alerts_enabled: true },
    ]);
    await rowsAre('Büro');
  });

  // [R8.03]
  test('keeps its name when the edit fails, and the form keeps the new one', async () => {
    signIn();
    answerLocations(wien);
    record('put', 'locations/:id', failing(500));
    const { user } = renderApp('/locations');
    await user.click(await screen.findByRole('button', { name: 'Edit Wien' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit place' }));
    await user.type(form.getByLabelText('Name'), ' 2');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Failed to update location')).toBeInTheDocument();
    expect(form.getByLabelText('Name')).toHaveValue('Wien 2');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await rowsAre('Wien');
  });

  // [R8.03]
  test('is deleted with an undo', async () => {
    signIn();
    answerLocations(wien);
    const deleted = record('delete', 'locations/:id', () => {
      answerLocations();
      return HttpResponse.json({});
    });
    const { user } = renderApp('/locations');
    await user.click(await screen.findByRole('button', { name: 'Edit Wien' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Location deleted')).toBeInTheDocument();
    expect(deleted[0]).toMatch(/\/api\/locations\/id-Wien$/);
    expect(screen.queryByRole('button', { name: /^Wien/ })).not.toBeInTheDocument();
    const restored = record('post', 'locations', () => {
      answerLocations(wien);
      return HttpResponse.json({ location: wien }, { status: 201 });
    });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await rowsAre('Wien');
    expect(restored).toMatchObject([{ name: 'Wien', location_type: 'Home', position: 0 }]);
  });

  // [R8.03]
  test('reappears when it could not be deleted', async () => {
    signIn();
    answerLocations(wien);
    record('delete', 'locations/:id', failing(500));
    const { user } = renderApp('/locations');
    await user.click(await screen.findByRole('button', { name: 'Edit Wien' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete location')).toBeInTheDocument();
    await rowsAre('Wien');
  });

  test('is moved with the arrow keys, and its new list position is announced', async () => {
    signIn();
    const order = ['Wien', 'Paris', 'London'].map((name) => buildLocation(name));
    answerLocations(...order);
    const sent = record('put', 'locations/:id', () => {
      answerLocations(...[1, 0, 2].map((index) => order[index] as (typeof order)[number]));
      return HttpResponse.json({ location: order[0] });
    });
    const { user } = renderApp('/locations');
    const handle = await screen.findByRole('button', { name: 'Move Wien' });
    handle.focus();
    await user.keyboard('{ArrowDown}');
    await rowsAre('Paris', 'Wien', 'London');
    expect(handle).toHaveFocus();
    expect(await screen.findByText('Wien is now number 2 of 3.')).toBeInTheDocument();
    await waitFor(() => expect(sent).toEqual([{ position: 1 }]));
  });

  test('returns to its list position when the move fails', async () => {
    signIn();
    answerLocations(buildLocation('Wien'), buildLocation('Paris'));
    record('put', 'locations/:id', failing(500));
    const { user } = renderApp('/locations');
    (await screen.findByRole('button', { name: 'Move Wien' })).focus();
    await user.keyboard('{End}');
    expect(await screen.findByText('Failed to update location')).toBeInTheDocument();
    await rowsAre('Wien', 'Paris');
  });

  test('opens its weather on a press', async () => {
    signIn();
    answerLocations(wien);
    const { user } = renderApp('/locations');
    await user.click(await within(await saved()).findByRole('button', { name: /^Wien/ }));
    expect(await screen.findByRole('heading', { name: 'Wien', level: 1 })).toBeInTheDocument();
  });
});

describe('a change in another tab', () => {
  const announce = () => {
    const channel = new BroadcastChannel('saved-locations');
    channel.postMessage('changed');
    channel.close();
  };

  test('reloads the list', async () => {
    signIn();
    answerLocations(buildLocation('Wien'));
    renderApp('/locations');
    await rowsAre('Wien');
    answerLocations(buildLocation('Wien'), buildLocation('Paris'));
    announce();
    await rowsAre('Wien', 'Paris');
  });

  test('is shown even if the list was being loaded when it was announced', async () => {
    signIn();
    const requested = signal();
    const released = signal();
    network.use(
      http.get('*/api/locations', async () => {
        requested.give();
        await released.given;
        return HttpResponse.json({ locations: [buildLocation('Wien')] });
      }),
    );
    renderApp('/locations');
    await requested.given;
    answerLocations(buildLocation('Wien'), buildLocation('Paris'));
    const echo = new BroadcastChannel('saved-locations');
    echo.onmessage = released.give;
    announce();
    await released.given;
    echo.close();
    await rowsAre('Wien', 'Paris');
  });
});

/** A one-time event that can be awaited. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give: () => give(), given };
}

async function rowsAre(...names: string[]) {
  if (names.length === 0) return void (await screen.findByText(/No saved places yet/));
  await waitFor(async () => expect(await rows()).toEqual(names));
}

/** The rows behind an open dialog, which hides them from assistive technology. */
async function hidden() {
  return screen
    .getAllByRole('button', { name: /^Move /, hidden: true })
    .map((handle) => handle.getAttribute('aria-label')?.replace('Move ', ''));
}
