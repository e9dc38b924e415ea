/** The air of a place: a card on the dashboard, and a page with hours, pollen, and what the user reacts to. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test } from 'vitest';
import { readStored, writeStored } from '../../storage/store.ts';
import { buildAir, buildHours, european, pollenOf, us } from '../../testing/air.ts';
import { network } from '../../testing/network.ts';
import { answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';
import { buildReport } from '../../testing/report.ts';

const hourMs = 3_600_000;
const thisHour = new Date(Math.floor(Date.now() / hourMs) * hourMs);

/** Good in the first two hours, poor in the third. */
function answerAir(change: Parameters<typeof buildAir>[1] = {}, simulated = false) {
  answerWeather();
  const hours = buildHours(thisHour, [
    european(15, 'good'),
    european(18, 'good', 'pm10'),
    european(66, 'poor'),
  ]);
  network.use(
    http.get('*/api/weather/air', () =>
      HttpResponse.json({ air: buildAir(thisHour, change), hours, simulated }),
    ),
  );
}

const berlinTime = (hours: number) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Berlin',
  })
    .format(thisHour.getTime() + hours * hourMs)
    .replace(',', '');

test('says what the air means, in words and without colour', async () => {
  answerAir();
  renderApp('/air');
  expect(await screen.findByText('Good air. No pollen.')).toBeInTheDocument();
  expect(screen.getByText('Air quality and pollen for Berlin.')).toBeInTheDocument();
  expect(screen.getByText('Good, index 15')).toBeInTheDocument();
  const pollutants = within(screen.getByRole('region', { name: 'Pollutants now' }));
  expect(pollutants.getByText('Ozone')).toBeInTheDocument();
  expect(pollutants.getByText('45 µg/m³')).toBeInTheDocument();
  expect(pollutants.getByText('good')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'CAMS ENSEMBLE data' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open-Meteo.com' })).toBeInTheDocument();
});

test('the hours are stepped through by keyboard and read as a table', async () => {
  answerAir();
  const { user } = renderApp('/air');
  const slider = await screen.findByRole('slider', { name: 'Air quality in the next 3 hours' });
  slider.focus();
  await user.keyboard('{End}');
  expect(slider).toHaveAttribute(
    'aria-valuetext',
    `${berlinTime(2)}: poor, index 66, mainly ozone.`,
  );
  await user.click(screen.getByRole('button', { name: 'Table' }));
  const table = await screen.findByRole('table');
  const row = within(table).getByRole('row', { name: new RegExp(berlinTime(1)) });
  const cells = within(row).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['good', '18', 'particles (PM10)']);
});

test('dust and smoke are listed where they are known', async () => {
  answerAir({ current: { ...buildAir(thisHour).current, dust: 12.3, smoke: null } });
  renderApp('/air');
  const region = within(await screen.findByRole('region', { name: 'Pollutants now' }));
  expect(region.getByText('Desert dust')).toBeInTheDocument();
  expect(region.getByText('12 µg/m³')).toBeInTheDocument();
  expect(region.queryByText('Smoke from wildfires')).not.toBeInTheDocument();
});

test('the other index is one press away and is remembered', async () => {
  answerAir({
    current: { ...buildAir(thisHour).current, us: us(160, 'unhealthy') },
  });
  const { user } = renderApp('/air');
  await user.click(await screen.findByRole('radio', { name: 'US' }));
  expect(screen.getByText('Unhealthy, index 160')).toBeInTheDocument();
  expect(readStored('air').index).toBe('us');
  // The index of the place is the automatic one: elsewhere another is.
  await user.click(screen.getByRole('radio', { name: 'European' }));
  expect(readStored('air').index).toBe('auto');
});

test('simulated air is marked, and what is not known is said plainly', async () => {
  answerAir({ pollen: { unavailable: 'not_provided_by_source' } }, true);
  renderApp('/air');
  expect(await screen.findByText(/^Simulated air/)).toBeInTheDocument();
  expect(screen.getByText('No pollen forecast for this region.')).toBeInTheDocument();
});

test('a failure offers to try again', async () => {
  answerWeather();
  network.use(
    http.get('*/api/weather/air', () => new HttpResponse(null, { status: 500 }), { once: true }),
  );
  const { user } = renderApp('/air');
  expect(await screen.findByText('The air quality could not be loaded.')).toBeInTheDocument();
  answerAir();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Good air. No pollen.')).toBeInTheDocument();
});

describe('what a user reacts to', () => {
  const pollen = pollenOf(thisHour, ['birch', 'moderate'], ['grass', 'high']);

  /** All that is sent to the account. */
  function recordPosts() {
    const posted: unknown[] = [];
    network.use(
      http.post('*/api/user/preferences', async ({ request }) => {
        posted.push(await request.json());
        return HttpResponse.json({ preferences: {} });
      }),
    );
    return posted;
  }

  const rows = () =>
    within(screen.getByRole('region', { name: 'Pollen by plant and day' }))
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);

  test('stands first, is named in the sentence, and stays on the device', async () => {
    signIn();
    const posted = recordPosts();
    answerAir({ pollen });
    const { user } = renderApp('/air');
    expect(await screen.findByText('Good air. Grass pollen high.')).toBeInTheDocument();
    expect(rows()).toEqual(['Grass', 'Birch']);
    await user.click(await screen.findByRole('checkbox', { name: 'Birch' }));
    expect(screen.getByText('Good air. Birch pollen moderate.')).toBeInTheDocument();
    expect(rows()).toEqual(['Birch (you react)', 'Grass']);
    expect(readStored('sensitivities')).toEqual(['birch']);
    // A later change of a preference is sent, and proves that the one before was not.
    await screen.findByRole('switch', { name: /^Store my choice/ });
    await user.click(screen.getByRole('radio', { name: 'US' }));
    await waitFor(() => expect(posted.length).toBeGreaterThan(0));
    expect(JSON.stringify(posted)).not.toContain('birch');
  });

  test('is stored in the account only after the user has chosen so, and deleted there', async () => {
    signIn();
    const posted = recordPosts();
    writeStored('sensitivities', ['birch']);
    answerAir({ pollen });
    const { user } = renderApp('/air');
    const choice = await screen.findByRole('switch', { name: /^Store my choice/ });
    expect(choice).not.toBeChecked();
    expect(screen.getByText(/This is health data/)).toBeInTheDocument();
    await user.click(choice);
    await waitFor(() =>
      expect(posted.at(-1)).toMatchObject({ air: { sync: true, sensitivities: ['birch'] } }),
    );
    await user.click(choice);
    await waitFor(() =>
      expect(posted.at(-1)).toMatchObject({ air: { sync: false, sensitivities: [] } }),
    );
    expect(readStored('sensitivities')).toEqual(['birch']);
  });

  test('comes from the account on another device', async () => {
    signIn();
    network.use(
      http.get('*/api/user/preferences', () =>
        HttpResponse.json({ preferences: { air: { sync: true, sensitivities: ['birch'] } } }),
      ),
    );
    answerAir({ pollen });
    renderApp('/air');
    expect(await screen.findByText('Good air. Birch pollen moderate.')).toBeInTheDocument();
  });

  test('needs no account, which is then not offered', async () => {
    answerAir({ pollen });
    renderApp('/air');
    expect(await screen.findByRole('checkbox', { name: 'Birch' })).toBeInTheDocument();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });
});

describe('the card on the dashboard', () => {
  const card = async () => within(await screen.findByRole('region', { name: 'Air and pollen' }));

  test('has the sentence and leads to the hours of its place', async () => {
    answerAir();
    answerWeather(buildReport(thisHour, { air: buildAir(thisHour) }));
    const { user } = renderApp('/');
    expect((await card()).getByText('Good air. No pollen.')).toBeInTheDocument();
    await user.click((await card()).getByRole('link', { name: 'Hour by hour' }));
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Air and pollen');
    expect(location.search).toContain('name=Berlin');
  });

  test('says how old stale data is', async () => {
    const fetchedAt = new Date(Date.now() - 6 * hourMs).toISOString();
    answerWeather(buildReport(thisHour, { air: buildAir(thisHour, { fetched_at: fetchedAt }) }));
    renderApp('/');
    expect((await card()).getByText('Updated 6 hr ago.')).toBeInTheDocument();
  });

  test('says that the air is not available', async () => {
    answerWeather(buildReport(thisHour, { air: { unavailable: 'source_failed' } }));
    renderApp('/');
    expect((await card()).getByText('Air quality is not available right now.')).toBeVisible();
  });
});
