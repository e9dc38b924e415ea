/** Secret addresses in the settings: made for a saved place, shown once, replaced, removed. */
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { network } from '../../testing/network.ts';
import { renderApp, signIn } from '../../testing/renderApp.tsx';

const home = '0199a1b2-0000-7000-8000-00000000000a';
let feeds: { location_id: string; created_at: string }[];
let made: number;

beforeEach(() => {
  feeds = [];
  made = 0;
  signIn();
  network.use(
    http.get('*/api/tokens', () => HttpResponse.json({ tokens: [] })),
    http.get('*/api/locations', () =>
      HttpResponse.json({ locations: [savedPlace({ id: home, name: 'Home' })] }),
    ),
    http.get('*/api/feeds', () => HttpResponse.json({ feeds })),
    http.put(`*/api/feeds/${home}`, () => {
      made += 1;
      feeds = [{ location_id: home, created_at: '2026-11-15T12:00:00Z' }];
      const address = (file: string) => `https://weather.example/feeds/secret${made}/${file}`;
      return HttpResponse.json(
        {
          calendar: address('calendar.ics'),
          atom: address('alerts.atom'),
          json: address('alerts.json'),
        },
        { status: 201 },
      );
    }),
    http.delete(`*/api/feeds/${home}`, () => {
      feeds = [];
      return HttpResponse.json({});
    }),
  );
});

function savedPlace(place: { id: string; name: string }) {
  return {
    ...place,
    latitude: 52.52,
    longitude: 13.41,
    elevation: null,
    location_type: 'Home',
    show_on_homepage: true,
    alerts_enabled: false,
    address: null,
    address_components: null,
    place_id: null,
    geo_source: 'device',
    position: 0,
    created_at: '2026-11-15T12:00:00Z',
    updated_at: '2026-11-15T12:00:00Z',
  };
}

test('an address is made, copied, replaced and removed', async () => {
  const { user } = renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: 'Make an address for Home' }));
  const addresses = await screen.findByRole('region', { name: 'The addresses of Home' });
  const calendar = within(addresses).getByRole('region', { name: 'Calendar (iCal)' });
  expect(calendar).toHaveTextContent('https://weather.example/feeds/secret1/calendar.ics');
  await user.click(within(calendar).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(
    'https://weather.example/feeds/secret1/calendar.ics',
  );

  await user.click(await screen.findByRole('button', { name: /^New address for Home/ }));
  expect(
    await screen.findByText('https://weather.example/feeds/secret2/calendar.ics'),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Remove the address of Home' }));
  expect(await screen.findByText('Address removed')).toBeInTheDocument();
  expect(screen.queryByText(/secret2/)).toBeNull();
  expect(await screen.findByText('No address')).toBeInTheDocument();
});
