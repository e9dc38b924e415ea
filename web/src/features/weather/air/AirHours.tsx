/** The index of the next two days as a chart that can be stepped through, heard, and read as a table. */
import { useState } from 'react';
import { useFormatContext } from '../../../units/formatContext.ts';
import { ChartFrame } from '../charts/frame/ChartFrame.tsx';
import { AirChart } from './AirChart.tsx';
import { type AirHour, type IndexKind, indexOf } from './air.ts';
import { airColumns, airSummary, describeAirHour } from './airChartText.ts';

const maxHours = 48;
const pageHours = 6;

interface AirHoursProps {
  hours: AirHour[];
  kind: IndexKind;
  timeZone: string;
}

export function AirHours({ hours: all, kind, timeZone }: AirHoursProps) {
  const context = useFormatContext(timeZone);
  const { t } = context.translation;
  const [chosen, setSelected] = useState(0);
  const hours = all.slice(0, maxHours);
  const selected = Math.min(chosen, Math.max(hours.length - 1, 0));
  if (hours.length === 0) return <p>{t('air.chart.none')}</p>;
  return (
    <ChartFrame
      label={t('air.chart.label', { count: hours.length })}
      summary={airSummary(hours, kind, context)}
      describe={(hour) => describeAirHour(hour, kind, context)}
      series={[
        { label: t('air.column.index'), value: (hour) => indexOf(hour, kind)?.value ?? null },
      ]}
      columns={airColumns(kind, context)}
      rows={hours}
      selected={selected}
      pageStep={pageHours}
      onSelect={setSelected}
    >
      {(slider) => (
        <div {...slider}>
          <AirChart
            hours={hours}
            kind={kind}
            timeZone={timeZone}
            selected={selected}
            onSelect={setSelected}
          />
        </div>
      )}
    </ChartFrame>
  );
}
