/** The hour chart below the strip. Paper does not scroll, so the printed version wraps strip and chart into lines of twelve hours. */
import { useIsPrinting } from '../../../../ui/useIsPrinting.ts';
import { HourChart } from '../../charts/hours/HourChart.tsx';
import { PanelAxes } from '../../charts/hours/PanelAxes.tsx';
import type { Hour } from '../../report.ts';
import { HourStrip, HourStripKey } from './HourStrip.tsx';
import styles from './PrintableHourChart.module.css';

interface PrintableHourChartProps {
  hours: Hour[];
  timeZone: string;
  onSelect: (index: number) => void;
}

const hoursPerLine = 12;

export function PrintableHourChart({ hours, timeZone, onSelect }: PrintableHourChartProps) {
  if (!useIsPrinting()) return <HourChart hours={hours} onSelect={onSelect} />;
  return linesOf(hours).map((line) => (
    <div key={line[0]?.time} className={styles.line} data-paper>
      <div>
        <HourStripKey />
        <PanelAxes hours={line} />
      </div>
      <div>
        <HourStrip hours={line} timeZone={timeZone} />
        <HourChart hours={line} onSelect={onSelect} />
      </div>
    </div>
  ));
}

function linesOf(hours: Hour[]): Hour[][] {
  const starts = [...hours.keys()].filter((index) => index % hoursPerLine === 0);
  return starts.map((from) => hours.slice(from, from + hoursPerLine));
}
