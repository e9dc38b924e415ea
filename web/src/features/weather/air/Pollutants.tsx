/** The pollutants of the running hour: concentration, level and what they are. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import styles from './AirView.module.css';
import { type AirQuality, type IndexKind, rankOf, scales } from './air.ts';
import { capitalized, levelName } from './airSentence.ts';
import { LevelMeter } from './LevelMeter.tsx';

interface PollutantsProps {
  pollutants: AirQuality['current']['pollutants'];
  kind: IndexKind;
}

export function Pollutants({ pollutants, kind }: PollutantsProps) {
  const translation = useTranslation();
  const { t, format } = translation;
  return (
    <dl className={styles.list}>
      {pollutants.map(({ pollutant, concentration, ...levels }) => {
        const level = levels[kind];
        return (
          <div key={pollutant} className={styles.entry}>
            <dt>{capitalized(t(`air.pollutant.${pollutant}`), format.locale)}</dt>
            <dd className={styles.level}>
              {level && <LevelMeter rank={rankOf(kind, level)} steps={scales[kind].length} />}
              {level ? levelName(translation, kind, level) : t('air.levelUnknown')}
            </dd>
            <dd className={styles.value}>
              {t('air.unit', { value: format.number(concentration) })}
            </dd>
            <dd className={styles.about}>{t(`air.about.${pollutant}`)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
