/** The dashboard: values, sources and missing weather. */
import { screen, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { writeStored } from '../../storage/store.ts';
import { defaultUnits } from '../../storage/values.ts';
import { network } from '../../testing/network.ts';
import { answerWeather, renderApp } from '../../testing/renderApp.tsx';
import { buildReport } from '../../testing/report.ts';

const thisHour = () => new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);

describe('the weather', () => {
  test('shows the current values and condition', async () => {
    answerWeather();
    renderApp('/');
    expect(await screen.findByText('Temperature now: 17°')).toBeInTheDocument();
    for (const text of [
      'Light rain',
      'Feels like 15°',
      'High 19°',
      'Low 11°',
      'From the south-west',
      'Gusts 10 m/s',
      'Dew point 13°',
      '1,012 hPa',
      '12 km',
      '78%',
    ]) {
      expect((await screen.findAllByText(text))[0]).toBeInTheDocument();
    }
    expect(document.title).toBe('17° Light rain – Berlin · Halcyon');
  });

  test('uses the chosen units', async () => {
    writeStored('units', { ...defaultUnits, temperature: 'fahrenheit', windSpeed: 'km/h' });
    answerWeather();
    renderApp('/');
    expect(await screen.findByText('Temperature now: 63°')).toBeInTheDocument();
    expect(await screen.findByText('Gusts 36 km/h')).toBeInTheDocument();
  });

  test('is that of the chosen place', async () => {
    writeStored('selectedLocation', { id: null, name: 'İzmir', latitude: 38.42, longitude: 27.14 });
    const asked: string[] = [];
    network.use(
      http.get('*/api/weather', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(buildReport(thisHour()));
      }),
    );
    renderApp('/', { language: 'tr' });
    expect(await screen.findByRole('heading', { name: 'İzmir' })).toBeInTheDocument();
    expect(asked).toEqual(['?latitude=38.42&longitude=27.14']);
  });

  test('of a shared link is shown without the tour', async () => {
    answerWeather();
    // Loaded ahead, so that the tour would appear together with the weather.
    await import('../../features/onboarding/Onboarding.tsx');
    renderApp('/?lat=52.52&lon=13.41&name=Berlin', { place: null });
    expect((await screen.findAllByText('Light rain'))[0]).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'A short tour' })).not.toBeInTheDocument();
  });

  test('has fifteen days, and shows where the source’s data ends', async () => {
    const report = buildReport(thisHour());
    const days = 'days' in report.daily ? report.daily.days : [];
    const last = days.at(-1);
    if (last) Object.assign(last, { temperature_2m_min: null, temperature_2m_max: null });
    answerWeather(report);
    const { user } = renderApp('/');
    await user.click(await screen.findByRole('tab', { name: '15 days' }));
    const outlook = await screen.findByRole('region', { name: '15-day outlook' });
    const rows = within(outlook)
      .getAllByRole('listitem')
      .filter((row) => row.querySelector('time'));
    expect(rows).toHaveLength(15);
    expect(rows[0]).toHaveTextContent('Today');
    expect(rows[14]).toHaveTextContent('Not available from this source');
  });

  test('names its source and marks simulated data', async () => {
    const report = buildReport(thisHour());
    answerWeather(report);
    const { unmount } = renderApp('/');
    expect(
      await screen.findByRole('link', { name: 'Weather data by Open-Meteo.com' }),
    ).toBeVisible();
    expect(screen.queryByText(/Simulated weather/)).not.toBeInTheDocument();
    unmount();

    answerWeather({ ...report, source: report.source && { ...report.source, simulated: true } });
    renderApp('/');
    expect(
      await screen.findByText(/No live source is connected: these numbers are made up/),
    ).toBeInTheDocument();
  });

  test('a missing section does not affect the others', async () => {
    const missing = { unavailable: 'source_failed' as const };
    answerWeather(buildReport(thisHour(), { hourly: missing, current: missing }));
    renderApp('/');
    expect(
      await screen.findByText('The present weather is not available right now.'),
    ).toBeInTheDocument();
    // The next hours, the dial and the forecast.
    expect(screen.getAllByText('The source gives no hours for this place.')).toHaveLength(3);
    expect(await screen.findByRole('region', { name: 'Good to know' })).toBeInTheDocument();
  });
});

describe('the overview', () => {
  test('tomorrow is the first of the next days, and all fifteen are one press away', async () => {
    answerWeather();
    Element.prototype.scrollIntoView ??= () => undefined;
    const { user } = renderApp('/');
    await screen.findByText('Feels like 15°');
    const days = screen.getByRole('region', { name: 'Next days' });
    const [first, ...others] = within(days).getAllByRole('listitem');
    expect(first).toHaveTextContent('Tomorrow');
    expect(others).toHaveLength(5);
    await user.click(within(days).getByRole('button', { name: 'All 15 days' }));
    expect(await screen.findByRole('region', { name: '15-day outlook' })).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: '15 days' })).toHaveFocus();
  });

  test('the next hours begin with the values of the headline', async () => {
    answerWeather();
    renderApp('/');
    const hours = await screen.findByRole('list', { name: 'Next hours' });
    const [now] = within(hours).getAllByRole('listitem');
    expect(now).toHaveTextContent('Now17°');
  });
});

describe('without weather', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  test('a skeleton is shown and announced', async () => {
    network.use(http.get('*/api/weather', () => delay('infinite')));
    renderApp('/');
    expect(await screen.findByText('Loading the weather…')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Berlin' })).toBeInTheDocument();
  });

  test('a server error and a network error show different messages; both offer Try Again', async () => {
    network.use(
      http.get('*/api/weather', () =>
        HttpResponse.json({ code: 'rate_limited', error: 'Too many requests' }, { status: 429 }),
      ),
    );
    const { user } = renderApp('/');
    expect(await screen.findByText('Unable to load weather data')).toBeInTheDocument();
    expect(screen.getByText('Too many requests. Please wait a moment.')).toBeInTheDocument();
    answerWeather();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Feels like 15°')).toBeInTheDocument();
  });

  test('a network error is a connection issue, after two retries', async () => {
    let tries = 0;
    network.use(
      http.get('*/api/weather', () => {
        tries += 1;
        return HttpResponse.error();
      }),
    );
    renderApp('/');
    expect(await screen.findByText('Connection issue')).toBeInTheDocument();
    // [B13]
    expect(screen.getByText('No saved weather for Berlin yet.')).toBeInTheDocument();
    expect(tries).toBe(3);
  });
});
