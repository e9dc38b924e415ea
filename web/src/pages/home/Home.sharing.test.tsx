/** Sharing the place of the dashboard: the link, its preview, and the page that opens from it. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isStored, readStored, writeStored } from '../../storage/store.ts';
import { defaultUnits } from '../../storage/values.ts';
import { answerWeather, renderApp } from '../../testing/renderApp.tsx';

test.each([
  ['en', 'Share this place', 'Link copied'],
  ['de', 'Diesen Ort teilen', 'Link kopiert'],
] as const)(
  'sharing copies the link with the language of the sharer (%s) where the device has no share sheet',
  async (language, share, copied) => {
    answerWeather();
    const { user } = renderApp('/', { language });
    await user.click(await screen.findByRole('button', { name: share }));
    expect(await screen.findByText(copied)).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(
      `http://localhost:3000/?lat=52.52&lon=13.41&name=Berlin&preview=${language}`,
    );
  },
);

test('a shared link carries units other than metric for its preview', async () => {
  answerWeather();
  writeStored('units', { ...defaultUnits, temperature: 'fahrenheit', windSpeed: 'mph' });
  const { user } = renderApp('/');
  await user.click(await screen.findByRole('button', { name: 'Share this place' }));
  await screen.findByText('Link copied');
  expect(await navigator.clipboard.readText()).toBe(
    'http://localhost:3000/?lat=52.52&lon=13.41&name=Berlin&preview=en-us',
  );
});

test('a link in the units of its sharer leaves those of the reader as they are', async () => {
  answerWeather();
  renderApp('/?lat=52.52&lon=13.41&name=Berlin&preview=de-us');
  expect(await screen.findByRole('button', { name: 'Share this place' })).toBeInTheDocument();
  expect(isStored('units')).toBe(false);
  expect(readStored('units')).toEqual(defaultUnits);
});
