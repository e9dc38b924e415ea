/** Units and ticks of the hour chart's panels; they stay at the left while the hours scroll. */
import { useTranslation } from '../../../../i18n/I18n.tsx';
import type { Axis } from '../../../../units/axes.ts';
import type { Hour } from '../../report.ts';
import { useAxes } from '../useAxes.ts';
import { axesWidth, chartHeight, type PanelName, remOf } from './layout.ts';
import styles from './PanelAxes.module.css';
import { panelScales, ticksOf } from './panelScales.ts';

const right = axesWidth - 8;

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
      {ticksOf(hours, scales).map(({ name, panel, ticks }) => (
        <g key={name}>
          <text className={styles.unit} x={right} y={panel.isEmpty ? panel.top : panel.top - 16}>
            {axisOf[name].unit}
          </text>
          {panel.isEmpty && (
            <text className={styles.empty} x={axesWidth} y={panel.top}>
              {t('weather.charts.dry')}
            </text>
          )}
          {ticks.map((tick) => (
            <text key={tick} className={styles.tick} x={right} y={scales[name](tick)} dy="0.35em">
              {axisOf[name].label(tick)}
            </text>
          ))}
        </g>
      ))}
    </svg>
  );
}
