/** The series of each chart that can be played as tones. */
import type { Translation } from '../../../i18n/I18n.tsx';
import type { Day, Hour } from '../report.ts';
import type { DayChartKind } from './days/DayChart.tsx';
import type { Series } from './types.ts';

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
