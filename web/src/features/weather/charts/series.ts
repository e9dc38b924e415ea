/** Which rows of numbers of a chart can be heard. */
import type { Translation } from '../../../i18n/I18n.tsx';
import type { Day, Hour } from '../report.ts';
import type { Series } from './ChartFrame.tsx';
import type { DayChartKind } from './DayChart.tsx';

export function hourSeries({ t }: Translation): Series<Hour>[] {
  return [
    { label: t('weather.charts.temperature'), value: (hour) => hour.temperature },
    { label: t('weather.charts.precipitation'), value: (hour) => hour.precipitation },
    { label: t('weather.charts.wind'), value: (hour) => hour.windSpeed },
  ];
}

export function daySeries(kind: DayChartKind, { t }: Translation): Series<Day>[] {
  if (kind === 'precipitation') {
    return [{ label: t('weather.charts.precipitation'), value: (day) => day.precipitation_sum }];
  }
  return [
    { label: t('sound.high'), value: (day) => day.temperature_2m_max },
    { label: t('sound.low'), value: (day) => day.temperature_2m_min },
  ];
}
