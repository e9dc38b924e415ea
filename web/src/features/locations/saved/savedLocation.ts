/** A saved place as the page uses it, made from the API's. */
import type { components } from '../../../api/schema.d.ts';

type Schemas = components['schemas'];

export interface SavedLocation {
  id: string;
  name: string;
  latitude: number;
  longitude: number;
  /** Metres above sea level; absent where it is not known. */
  elevation?: number;
  category: Schemas['Location']['location_type'];
  showOnHomepage: boolean;
  alertsEnabled: boolean;
  address: string | null;
  address_components: Schemas['Location']['address_components'];
  placeId: string | null;
  source: Schemas['Location']['geo_source'];
  /** The rank in the list, from 0. */
  position: number;
  updated_at: string;
  /** The current weather; null until it is known. */
  temperature: number | null;
  condition: Schemas['Condition'] | null;
  /** Set only in the current place (`CurrentPlace`). */
  originalId: null;
  isCurrent: false;
}

export function savedLocation(location: Schemas['Location']): SavedLocation {
  const { id, name, latitude, longitude, address, address_components, position, updated_at } =
    location;
  return {
    id,
    name,
    latitude,
    longitude,
    elevation: location.elevation ?? undefined,
    category: location.location_type,
    showOnHomepage: location.show_on_homepage,
    alertsEnabled: location.alerts_enabled,
    address,
    address_components,
    placeId: location.place_id,
    source: location.geo_source,
    position,
    updated_at,
    temperature: null,
    condition: null,
    originalId: null,
    isCurrent: false,
  };
}
