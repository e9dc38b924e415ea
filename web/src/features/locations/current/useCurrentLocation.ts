/** The current location as a control shows it: its state, why it failed, and the request for it. */
import { useState } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useLocator, useLocatorState } from '../../../platform/geolocation/LocatorContext.ts';
import type { LocatorState } from '../../../platform/geolocation/state.ts';
import type { CurrentPlace } from '../../../storage/places.ts';
import { locatorProblemText } from './locatorProblemText.ts';
import { useStorePosition } from './useStorePosition.ts';

export interface CurrentLocation {
  status: LocatorState['status'];
  isLocating: boolean;
  /** Why there is no position, or no address for it. */
  problem: string | null;
  locate: () => void;
}

/** `onFound` is called with a place that the user requested. */
export function useCurrentLocation(onFound?: (place: CurrentPlace) => void): CurrentLocation {
  const { t } = useTranslation();
  const locator = useLocator();
  const state = useLocatorState();
  const storePosition = useStorePosition();
  const [hasNoAddress, setHasNoAddress] = useState(false);

  async function locate() {
    setHasNoAddress(false);
    const { problem, position } = await locator.locate(true);
    // With a problem the position is that of an earlier request.
    if (problem || !position) return;
    const { place, hasAddress } = await storePosition(position);
    setHasNoAddress(!hasAddress);
    onFound?.(place);
  }

  return {
    status: state.status,
    isLocating: state.round?.isLocating ?? false,
    problem:
      locatorProblemText(state.problem, t) ?? (hasNoAddress ? t('geolocation.noAddress') : null),
    locate: () => void locate(),
  };
}
