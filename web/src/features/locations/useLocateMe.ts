/** Where the person is now: asks the device, then what the place is called. Failing, it says why in words. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/ApiContext.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import type { TextKey } from '../../i18n/texts.ts';
import { useBridge } from '../../platform/BridgeContext.ts';
import type { Position } from '../../platform/bridge.ts';
import { writeStored } from '../../storage/store.ts';
import type { Place } from '../../storage/values.ts';
import { placeQueries } from './queries.ts';
import { isSamePlace } from './samePlace.ts';

type Unknown = Exclude<Position, { isKnown: true }>;

/** The longest a person waits for an answer of the device. */
const overallTimeoutMs = 20_000;

const problems: Record<Unknown['reason'], TextKey> = {
  denied: 'geolocation.deniedNow',
  unavailable: 'geolocation.unavailable',
  timeout: 'geolocation.timedOut',
  unsupported: 'geolocation.unsupported',
  failed: 'geolocation.noPosition',
};

export function useLocateMe(saved: Place[], onFound: (place: Place) => void) {
  const api = useApi();
  const bridge = useBridge();
  const client = useQueryClient();
  const { t } = useTranslation();
  const [isLocating, setIsLocating] = useState(false);
  const [problem, setProblem] = useState<TextKey | null>(null);

  async function nameOf(position: { latitude: number; longitude: number }): Promise<string> {
    const nearby = saved.find((place) => isSamePlace(place, position));
    if (nearby) return nearby.name;
    try {
      return (await client.fetchQuery(placeQueries.nameOf(api, position))).name;
    } catch {
      // The weather needs no name.
      return t('home.places.current');
    }
  }

  async function locate() {
    setIsLocating(true);
    setProblem(null);
    const position = await bridge.currentPosition(overallTimeoutMs, true);
    if (position.isKnown) {
      const { latitude, longitude } = position;
      const place = { id: 'current', name: await nameOf(position), latitude, longitude };
      writeStored('currentLocation', place);
      onFound(place);
    } else {
      setProblem(problems[position.reason]);
    }
    setIsLocating(false);
  }

  return { isLocating, problem, locate: () => void locate() };
}
