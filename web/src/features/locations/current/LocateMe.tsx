/** A button that selects the current location; when that fails, it shows why and offers another attempt. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import type { Place } from '../../../storage/values.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LocationProblem } from './LocationProblem.tsx';
import { useCurrentLocation } from './useCurrentLocation.ts';

export function LocateMe({ onFound }: { onFound: (place: Place) => void }) {
  const { t } = useTranslation();
  const { isLocating, problem, locate } = useCurrentLocation(onFound);
  return (
    <>
      <Button
        look="secondary"
        isPending={isLocating}
        pendingLabel={t('home.places.locating')}
        onClick={locate}
      >
        <Icon name="locate" size={1.25} />
        {t('home.places.useMine')}
      </Button>
      {problem && (
        <LocationProblem title={t('weather.state.location')} text={problem}>
          <Button look="secondary" onClick={locate}>
            {t('app.tryAgain')}
          </Button>
        </LocationProblem>
      )}
    </>
  );
}
