/** Reports with broken parts: the section says so, and the rest of the page works. */
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answerLocations, buildLocation } from '../../testing/locations.ts';
import { answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';
import { buildReport } from '../../testing/report.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const thisHour = () => new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);

/** A report as a faulty server could send it. */
const open = (broken: object) => {
  answerWeather({ ...buildReport(thisHour()), ...broken });
  return renderApp('/');
};

const appFallback = () => screen.queryByRole('heading', { name: 'Something went wrong' });

// [R2.22]
describe('broken alerts', () => {
  test.each([
    ['no alerts', { alerts: null }],
    ['a number instead of a list', { alerts: { coverage: 'full', items: 7 } }],
    ['an alert without texts', { alerts: { coverage: 'full', items: [{ id: 'a' }] } }],
  ])('%s: the weather and its source are shown', async (_name, broken) => {
    open(broken);
    expect(await screen.findByText('Something went wrong.')).toBeInTheDocument();
    expect(await screen.findByText('Feels like 15°')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: /Open-Meteo/ })).toBeInTheDocument();
    expect(appFallback()).not.toBeInTheDocument();
  });
});

// [R2.22]
describe('other broken parts', () => {
  const sections = ['current', 'summary', 'hourly', 'minutely_15', 'daily', 'insights', 'source'];
  const nonsense = [null, 7, {}];
  test.each(sections.flatMap((section) => nonsense.map((value) => [section, value] as const)))(
    '%s as %j leaves the page with its bar',
    async (section, value) => {
      open({ [section]: value });
      expect(await screen.findByRole('button', { name: 'Refresh' })).toBeEnabled();
      expect(screen.getByRole('button', { name: 'Open menu' })).toBeInTheDocument();
      expect(appFallback()).not.toBeInTheDocument();
    },
  );
});

// [R2.22]
test('a broken place card leaves the weather', async () => {
  signIn();
  answerLocations(buildLocation('Wien', { location_type: {} as never, name: null as never }));
  open({});
  expect(await screen.findByText('Something went wrong.')).toBeInTheDocument();
  expect(screen.getByText('Feels like 15°')).toBeInTheDocument();
  expect(appFallback()).not.toBeInTheDocument();
});
