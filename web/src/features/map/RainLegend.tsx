/** What the colours mean, in words and numbers. */
import type { CSSProperties } from 'react';
import { temperatureSteps, windSteps } from './drawing/fields.ts';
import { levelColor } from './drawing/mapColors.ts';
import { hatchOf } from './drawing/paint.ts';
import type { Picture } from './drawing/picture.ts';
import { levels } from './drawing/rainClass.ts';
import styles from './RainMap.module.css';
import { type RainContext, rateText } from './rainText.ts';

interface RainLegendProps {
  picture: Pick<Picture, 'field' | 'isModel'>;
  context: RainContext;
}

export function RainLegend({ picture: { field, isModel }, context }: RainLegendProps) {
  const { t } = context.translation;
  const rows = field === 'rain' ? rainRows(context) : stepRows(field, context);
  return (
    <ul className={styles.legend} aria-label={t('map.legend.title')}>
      {rows.map(({ name, range }, level) => (
        <li key={range}>
          <span
            className={styles.swatch}
            data-level={hatchOf(level, rows.length) + 1}
            style={{ '--swatch': levelColor(field, level) } as CSSProperties}
            aria-hidden="true"
          />
          {name} <span className={styles.range}>{range}</span>
        </li>
      ))}
      <li>
        <span className={styles.swatch} data-level="none" aria-hidden="true" />
        {t(isModel ? 'map.legend.noValue' : 'map.legend.noRadar')}
      </li>
    </ul>
  );
}

interface Row {
  name: string;
  range: string;
}

function rainRows(context: RainContext): Row[] {
  const { t } = context.translation;
  return levels.map(({ name, from }, index) => {
    const next = levels[index + 1];
    return {
      name: t(`map.level.${name}`),
      range: next
        ? t('map.legend.upTo', { rate: rateText(next.from, context) })
        : t('map.legend.over', { rate: rateText(from, context) }),
    };
  });
}

function stepRows(field: 'temperature' | 'wind', { translation, measures }: RainContext): Row[] {
  const { t } = translation;
  const steps = field === 'temperature' ? temperatureSteps : windSteps;
  const text = field === 'temperature' ? measures.temperature : measures.speed;
  const below = steps.map((step) => ({
    name: '',
    range: t('map.legend.upTo', { rate: text(step) }),
  }));
  return [...below, { name: '', range: t('map.legend.over', { rate: text(steps.at(-1) ?? 0) }) }];
}
