/** What the colours mean, in words and rates. */

import styles from './RainMap.module.css';
import { levels } from './rainClass.ts';
import { type RainContext, rateText } from './rainText.ts';

export function RainLegend({ context }: { context: RainContext }) {
  const { t } = context.translation;
  return (
    <ul className={styles.legend} aria-label={t('map.legend.title')}>
      {levels.map(({ name, from }, index) => {
        const next = levels[index + 1];
        const range = next
          ? t('map.legend.upTo', { rate: rateText(next.from, context) })
          : t('map.legend.over', { rate: rateText(from, context) });
        return (
          <li key={name}>
            <span className={styles.swatch} data-level={index + 1} aria-hidden="true" />
            {t(`map.level.${name}`)} <span className={styles.range}>{range}</span>
          </li>
        );
      })}
      <li>
        <span className={styles.swatch} data-level="none" aria-hidden="true" />
        {t('map.legend.noRadar')}
      </li>
    </ul>
  );
}
