/** Titles, units and ticks of the hour chart's panels; they stay at the left while the hours scroll. */
import { useTranslation } from '../../../../i18n/I18n.tsx';
import type { TextKey } from '../../../../i18n/texts.ts';
import type { Axis } from '../../../../units/axes.ts';
import type { Hour } from '../../report.ts';
import { useAxes } from '../useAxes.ts';
import { axesWidth, chartHeight, type PanelName, panelNames, panels, remOf } from './layout.ts';
import styles from './PanelAxes.module.css';
import { panelScales, ticksOf } from './panelScales.ts';

const titles: Record<PanelName, TextKey> = {
  temperature: 'weather.charts.temperature',
  precipitation: 'weather.charts.precipitation',
  wind: 'weather.charts.wind',
};

export function PanelAxes({ hours }: { hours: Hour[] }) {
  const { t } = useTranslation();
  const axes = useAxes();
  const scales = panelScales(hours, axes);
  const axisOf: Record<PanelName, Axis> = {
    temperature: axes.temperature,
    precipitation: axes.precipitation,
    wind: axes.speed,
  };
  return (
    <svg
      className={styles.axes}
      style={{ height: remOf(chartHeight) }}
      viewBox={`0 0 ${axesWidth} ${chartHeight}`}
      aria-hidden="true"
      focusable="false"
    >
      {panelNames.map((name) => (
        <g key={name}>
          <text className={styles.title} y={panels[name].top - 12}>
            {t(titles[name])}
          </text>
          {ticksOf(name, scales[name]).map((tick) => (
            <text
              key={tick}
              className={styles.tick}
              x={axesWidth - 8}
              y={scales[name](tick)}
              dy="0.35em"
            >
              {axisOf[name].label(tick)}
            </text>
          ))}
        </g>
      ))}
    </svg>
  );
}
