/** The levels of an index in words: from where to where, and what to do. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import styles from './AirView.module.css';
import { type IndexKind, scales } from './air.ts';
import { capitalized, levelName } from './airSentence.ts';
import { LevelMeter } from './LevelMeter.tsx';

export function AirScale({ kind }: { kind: IndexKind }) {
  const translation = useTranslation();
  const { t, format } = translation;
  const bands = scales[kind];
  return (
    <>
      <dl className={styles.list}>
        {bands.map(({ level, from, advice }, rank) => {
          const next = bands[rank + 1]?.from;
          return (
            <div key={level} className={styles.entry}>
              <dt>{capitalized(levelName(translation, kind, level), format.locale)}</dt>
              <dd className={styles.level}>
                <LevelMeter rank={rank} steps={bands.length} />
                {next === undefined
                  ? t('air.scale.above', { from })
                  : t('air.scale.between', { from, to: next - 1 })}
              </dd>
              <dd className={styles.about}>{t(`air.advice.${advice}`)}</dd>
            </div>
          );
        })}
      </dl>
      <p className={styles.note}>{t('air.scale.sensitive')}</p>
      <p className={styles.note}>{t(`air.scale.${kind}`)}</p>
    </>
  );
}
