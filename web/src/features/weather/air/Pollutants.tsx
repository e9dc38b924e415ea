/** What is in the air in the running hour: the pollutants with their level, then dust and smoke, which have none. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import styles from './AirView.module.css';
import { type AirQuality, type IndexKind, rankOf, scales } from './air.ts';
import { capitalized, levelName } from './airSentence.ts';
import { LevelMeter } from './LevelMeter.tsx';

type Substance = AirQuality['current']['pollutants'][number]['pollutant'] | 'dust' | 'smoke';

interface PollutantsProps {
  current: AirQuality['current'];
  kind: IndexKind;
}

export function Pollutants({ current, kind }: PollutantsProps) {
  const { dust, smoke, pollutants } = current;
  return (
    <dl className={styles.list}>
      {pollutants.map(({ pollutant, concentration, ...levels }) => (
        <Entry key={pollutant} substance={pollutant} concentration={concentration}>
          <PollutantLevel kind={kind} level={levels[kind]} />
        </Entry>
      ))}
      {dust !== null && <Entry substance="dust" concentration={dust} />}
      {smoke !== null && <Entry substance="smoke" concentration={smoke} />}
    </dl>
  );
}

interface EntryProps {
  substance: Substance;
  concentration: number;
  children?: ReactNode;
}

function Entry({ substance, concentration, children }: EntryProps) {
  const { t, format } = useTranslation();
  return (
    <div className={styles.entry}>
      <dt>{capitalized(t(`air.pollutant.${substance}`), format.locale)}</dt>
      {children}
      <dd className={styles.value}>{t('air.unit', { value: format.number(concentration) })}</dd>
      <dd className={styles.about}>{t(`air.about.${substance}`)}</dd>
    </div>
  );
}

interface PollutantLevelProps {
  kind: IndexKind;
  level: AirQuality['current']['pollutants'][number][IndexKind];
}

function PollutantLevel({ kind, level }: PollutantLevelProps) {
  const translation = useTranslation();
  return (
    <dd className={styles.level}>
      {level && <LevelMeter rank={rankOf(kind, level)} steps={scales[kind].length} />}
      {level ? levelName(translation, kind, level) : translation.t('air.levelUnknown')}
    </dd>
  );
}
