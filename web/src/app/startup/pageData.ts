/** The data that the server sends with the page: the signed-in user, the weather of the place to show, its configuration. */
import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { readSharedPlace } from '../../features/locations/sharedPlace.ts';
import { weatherQueries } from '../../features/weather/queries.ts';
import { roundDegrees } from '../../storage/preferenceCookies.ts';
import { readStored } from '../../storage/store.ts';

type Schemas = components['schemas'];

export interface PageData {
  session: Schemas['CurrentUserResponse'] | null;
  weather: { latitude: number; longitude: number; report: Schemas['WeatherReport'] } | null;
  /** Of pages whose first rendering needs it. */
  config: Schemas['PublicConfig'] | null;
}

/** Reads and removes the data; later data is requested from the API. */
export function takePageData(): PageData {
  const element = document.getElementById('shell-data');
  element?.remove();
  return element ? JSON.parse(element.textContent) : { session: null, weather: null, config: null };
}

/** Puts the weather into the query cache, if it is the weather of the dashboard's place. */
export function seedWeather(
  client: QueryClient,
  api: ApiClient,
  weather: PageData['weather'] | undefined,
): void {
  const place =
    readSharedPlace(location.search) ??
    readStored('selectedLocation') ??
    readStored('currentLocation');
  const isForPlace =
    place &&
    weather &&
    roundDegrees(place.latitude) === roundDegrees(weather.latitude) &&
    roundDegrees(place.longitude) === roundDegrees(weather.longitude);
  if (isForPlace) client.setQueryData(weatherQueries.report(api, place).queryKey, weather.report);
}
