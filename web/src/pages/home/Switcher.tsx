/** The place switcher with the current temperature of every place in it. */
import type { ComponentProps } from 'react';
import { PlaceSwitcher } from '../../features/locations/PlaceSwitcher.tsx';
import { isSamePlace } from '../../features/locations/samePlace.ts';
import { usePlaceSummary } from '../../features/weather/places/usePlaceSummary.tsx';
import { useSavedWeather } from '../../features/weather/places/useSavedWeather.ts';
import { useStored } from '../../storage/useStored.ts';
import type { Place } from '../../storage/values.ts';

type SwitcherProps = Omit<ComponentProps<typeof PlaceSwitcher>, 'temperatureAt'>;

export function Switcher(props: SwitcherProps) {
  const [recent] = useStored('recentPlaces');
  const [current] = useStored('currentLocation');
  const all: Place[] = [...(current ? [current] : []), ...props.saved, ...recent];
  const known = useSavedWeather(all);
  const summarize = usePlaceSummary();
  return (
    <PlaceSwitcher
      {...props}
      temperatureAt={(place) =>
        summarize(known.find((other) => isSamePlace(other, place))).temperature
      }
    />
  );
}
