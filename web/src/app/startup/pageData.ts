/** What the server sent along with the page: who is signed in, and the weather of the place it will show. */
import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { readSharedPlace } from '../../features/locations/sharedPlace.ts';
import { weatherQueries } from '../../features/weather/queries.ts';
import { roundDegrees } from '../../storage/preferenceCookies.ts';
import { readStored } from '../../storage/store.ts';

type Schemas = components['schemas'];

export interface PageData {
  session: Schemas['MeAnswer'] | null;
  weather: { latitude: number; longitude: number; report: Schemas['WeatherReport'] } | null;
}

/** Taken once: what happens to the page later is asked for. */
export function takePageData(): PageData {
  const element = document.getElementById('shell-data');
  element?.remove();
  return element ? JSON.parse(element.textContent) : { session: null, weather: null };
}

/** Puts the weather where the dashboard looks for it, if it is that of the dashboard's place. */
export function seedWeather(
  client: QueryClient,
  api: ApiClient,
  weather: PageData['weather'] | undefined,
): void {
  const place =
    readSharedPlace(location.search) ??
    readStored('selectedLocation') ??
    readStored('currentLocation');
  const isThere =
    place &&
    weather &&
    roundDegrees(place.latitude) === roundDegrees(weather.latitude) &&
    roundDegrees(place.longitude) === roundDegrees(weather.longitude);
  if (isThere) client.setQueryData(weatherQueries.report(api, place).queryKey, weather.report);
}
