/** Asks once whether to use the units of the visitor's region, where they differ from the defaults; either answer is stored. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { isTwelveHour, localeOf, regionOf } from '../../i18n/region.ts';
import { isStored } from '../../storage/store.ts';
import { useStored } from '../../storage/useStored.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import styles from './RegionQuestion.module.css';
import { unitsOfRegion, unusualUnits } from './regionUnits.ts';
import { useUnitNames } from './useUnitNames.ts';

export function RegionQuestion() {
  const { t, format, language } = useTranslation();
  const [units, setUnits] = useStored('units');
  const [hasSeenOnboarding] = useStored('onboardingSeen');
  const [place] = useStored('selectedLocation');
  const names = useUnitNames();
  const region = regionOf(navigator.languages);
  const unusual = region === null ? [] : unusualUnits(region);
  // Not over the tour, and not before there is any weather.
  if (isStored('units') || !hasSeenOnboarding || !place || region === null || !unusual.length) {
    return null;
  }
  const hasTwelveHours = isTwelveHour(units.timeFormat, localeOf(language, region));
  const changes = unusual.map((unit) => names[unit]);
  if (hasTwelveHours) changes.push(t('settings.region.twelveHours'));
  const list = new Intl.ListFormat(format.locale).format(changes);

  function handleAccept(of: string) {
    // Notifications do not know the region, so its clock is stored as well.
    const timeFormat = hasTwelveHours ? '12h' : units.timeFormat;
    setUnits({ ...unitsOfRegion(of), timeFormat });
  }

  return (
    <section
      className={classNames('floating-card', styles.card)}
      aria-label={t('settings.units.title')}
    >
      <div className={styles.text}>
        <p className={styles.question}>{t('settings.region.question', { units: list })}</p>
        <p className={styles.note}>{t('settings.region.note')}</p>
      </div>
      <div className={styles.actions}>
        <Button look="quiet" onClick={() => setUnits(units)}>
          {t('settings.region.decline')}
        </Button>
        <Button onClick={() => handleAccept(region)}>{t('settings.region.accept')}</Button>
      </div>
    </section>
  );
}
