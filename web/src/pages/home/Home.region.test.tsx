/** The one question about the units of the visitor's region. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { isStored, readStored } from '../../storage/store.ts';
import { defaultUnits } from '../../storage/values.ts';
import { answerWeather, renderApp } from '../../testing/renderApp.tsx';

function browseIn(...languages: string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
}

beforeEach(() => answerWeather());

// [B8]
test('an American is asked once, and Yes sets units and clock', async () => {
  browseIn('en-US', 'en');
  const { user } = renderApp('/');
  // The comma before "and" is American.
  expect(await screen.findByText('Use °F, mph, and 12-hour time?')).toBeInTheDocument();
  expect(readStored('units')).toEqual(defaultUnits);
  expect(isStored('units')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(readStored('units')).toEqual({
    temperature: 'fahrenheit',
    precipitation: 'inches',
    windSpeed: 'mph',
    pressure: 'inHg',
    distance: 'mi',
    unitSystem: 'imperial',
    timeFormat: '12h',
  });
  expect(screen.queryByText(/^Use /)).not.toBeInTheDocument();
});

// [B8]
test('No stores the defaults, so that the question is not asked again', async () => {
  browseIn('de-DE', 'de');
  const { user } = renderApp('/', { language: 'de' });
  expect(await screen.findByText('km/h verwenden?')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Nein, danke' }));
  expect(readStored('units')).toEqual(defaultUnits);
  expect(isStored('units')).toBe(true);
});

// [B8]
test('a German Firefox, whose languages end with American English, is not asked for °F', async () => {
  browseIn('de', 'en-US', 'en');
  renderApp('/', { language: 'de' });
  expect(await screen.findByText('km/h verwenden?')).toBeInTheDocument();
});
