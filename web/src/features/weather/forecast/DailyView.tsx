/** The next seven days: a chart that switches between temperature and precipitation, and a row for each day. */
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { SegmentedControl } from '../../../ui/inputs/SegmentedControl.tsx';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { DayChart, type DayChartKind } from '../charts/DayChart.tsx';
import { dayColumns, daySummary, tellDay } from '../charts/dayWords.ts';
import { daySeries } from '../charts/series.ts';
import { dataOf, type WeatherReport } from '../report.ts';
import { useMeasures } from '../useMeasures.ts';
import styles from './DailyView.module.css';
import { DayRows } from './DayRows.tsx';

const daysShown = 7;
const kinds: readonly DayChartKind[] = ['temperature', 'precipitation'];

export function DailyView({ report }: { report: WeatherReport }) {
  const translation = useTranslation();
  const { t } = translation;
  const measures = useMeasures();
  const [kind, setKind] = useState<DayChartKind>('temperature');
  const [selected, setSelected] = useState(0);
  const daily = dataOf(report.daily);
  const days = useMemo(() => daily?.days.slice(0, daysShown) ?? [], [daily]);
  const telling = { translation, measures };
  if (days.length === 0) return <p>{t('weather.days.unavailable')}</p>;

  return (
    <>
      <ChartFrame
        label={t(`weather.charts.daily.${kind}`)}
        summary={daySummary(days, kind, telling)}
        sentenceOf={(each) => tellDay(each, telling)}
        series={daySeries(kind, translation)}
        columns={dayColumns(telling)}
        rows={days}
        selected={selected}
        leap={daysShown}
        onSelect={setSelected}
        control={
          <SegmentedControl
            label={t('weather.charts.shows')}
            isLabelHidden
            value={kind}
            options={kinds.map((value) => ({ value, label: t(`weather.charts.${value}`) }))}
            onChange={setKind}
          />
        }
      >
        {(slider) => (
          <div className={styles.chart} {...slider}>
            <DayChart days={days} kind={kind} selected={selected} onSelect={setSelected} />
          </div>
        )}
      </ChartFrame>
      <DayRows report={report} days={days} />
    </>
  );
}
