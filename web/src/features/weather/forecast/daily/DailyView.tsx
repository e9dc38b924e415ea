/** The next seven days: a chart of temperature or precipitation, and a row for each day. */
import { useMemo, useState } from 'react';
import { SegmentedControl } from '../../../../ui/inputs/SegmentedControl.tsx';
import { useFormatContext } from '../../../../units/formatContext.ts';
import { DayChart, type DayChartKind } from '../../charts/days/DayChart.tsx';
import { dayColumns, daySummary, describeDay, spokenDay } from '../../charts/days/dayChartText.ts';
import { ChartFrame } from '../../charts/frame/ChartFrame.tsx';
import { daySeries } from '../../charts/series.ts';
import { dataOf, type WeatherReport } from '../../report.ts';
import styles from './DailyView.module.css';
import { DayRows } from './DayRows.tsx';

const daysShown = 7;
const kinds: readonly DayChartKind[] = ['temperature', 'precipitation'];

export function DailyView({ report }: { report: WeatherReport }) {
  const context = useFormatContext(report.place.timezone);
  const { t } = context.translation;
  const [kind, setKind] = useState<DayChartKind>('temperature');
  const [selected, setSelected] = useState(0);
  const daily = dataOf(report.daily);
  const days = useMemo(() => daily?.days.slice(0, daysShown) ?? [], [daily]);
  if (days.length === 0) return <p>{t('weather.days.unavailable')}</p>;

  return (
    <>
      <ChartFrame
        label={t(`weather.charts.daily.${kind}`)}
        summary={daySummary(days, kind, context)}
        describe={(day) => describeDay(day, context)}
        describeAloud={(day) => spokenDay(day, context)}
        series={daySeries(kind, context.translation)}
        columns={dayColumns(context, days)}
        rows={days}
        selected={selected}
        pageStep={daysShown}
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
      <DayRows report={report} days={days} firstName={t('weather.days.today')} />
    </>
  );
}
