/** The current location: its name and weather, or why the device does not provide it and what to do. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useBridge } from '../../../platform/BridgeContext.ts';
import type { CurrentPlace } from '../../../storage/places.ts';
import { useStored } from '../../../storage/useStored.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { nameLimits, shortName } from '../../../units/shortName.ts';
import { RowButton } from '../RowButton.tsx';
import type { PlaceWeather } from '../saved/SavedRow.tsx';
import styles from './CurrentCard.module.css';
import { LocationProblem } from './LocationProblem.tsx';
import { type CurrentLocation, useCurrentLocation } from './useCurrentLocation.ts';

interface CurrentCardProps {
  weather: PlaceWeather;
  isSaving: boolean;
  onShow: (place: CurrentPlace) => void;
  onSave: (place: CurrentPlace) => void;
}

export function CurrentCard({ weather, isSaving, onShow, onSave }: CurrentCardProps) {
  const { t } = useTranslation();
  const bridge = useBridge();
  const [place] = useStored('currentLocation');
  const { status, isLocating, problem, locate } = useCurrentLocation();
  const isDenied = status === 'denied';
  const isSupported = status !== 'unsupported';
  const buttonText = isDenied ? 'app.tryAgain' : 'home.places.useMine';

  return (
    <Card
      title={t('home.places.current')}
      aside={<PermissionStatus status={status} isLocating={isLocating} />}
    >
      <div className={styles.content}>
        {place && (
          <RowButton className={styles.place} onClick={() => onShow(place)}>
            <span className={styles.icon}>{weather.icon}</span>
            <span className={styles.text}>
              <strong title={place.name}>{shortName(place.name, nameLimits.row)}</strong>
              <span className={styles.note}>{weather.text}</span>
            </span>
            <span className={styles.temperature}>{weather.temperature}</span>
          </RowButton>
        )}
        {place && problem && <p role="alert">{problem}</p>}
        {!place && (
          <NoPosition status={status} problem={problem} isInApp={bridge.platform !== 'web'} />
        )}
        <div className={styles.buttons}>
          {isSupported && (
            <Button
              look={place ? 'secondary' : 'primary'}
              isPending={isLocating}
              pendingLabel={t('home.places.locating')}
              onClick={locate}
            >
              <Icon name="locate" size={1.25} />
              {t(place ? 'locations.current.update' : buttonText)}
            </Button>
          )}
          {isDenied && bridge.kind === 'natively' && (
            <Button look="secondary" onClick={bridge.openAppSettings}>
              {t('locations.current.openSettings')}
            </Button>
          )}
          {place?.originalId === null && (
            <Button isPending={isSaving} onClick={() => onSave(place)}>
              {t('locations.current.save')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

type Status = CurrentLocation['status'];

function PermissionStatus({ status, isLocating }: { status: Status; isLocating: boolean }) {
  const { t } = useTranslation();
  if (status === 'initial') return null;
  // The check at the start is usually short, so its label is delayed to avoid flicker.
  const isBrief = status === 'checking' && !isLocating;
  return (
    <span key={status} className={isBrief ? styles.delayed : undefined}>
      {t(`geolocation.state.${status}`)}
    </span>
  );
}

/** Without a position: why it is useful, or why there is none and what to do. */
function NoPosition({
  status,
  problem,
  isInApp,
}: {
  status: Status;
  problem: string | null;
  isInApp: boolean;
}) {
  const { t } = useTranslation();
  const lasting = {
    denied: 'geolocation.denied',
    unsupported: isInApp ? 'geolocation.noServices' : 'geolocation.unsupported',
  } as const;
  const why = problem ?? (status in lasting ? t(lasting[status as keyof typeof lasting]) : null);
  const hint =
    status === 'denied' ? t(`locations.current.allow.${isInApp ? 'app' : 'browser'}`) : null;
  if (why === null) return <p>{t('locations.current.why')}</p>;
  return <LocationProblem title={t('locations.currentUnavailable')} text={why} hint={hint} />;
}
