/** The chart under the strip. Paper does not scroll: there it takes the strip's place too, half a day to a line. */
import { useIsPrinting } from '../../../ui/useIsPrinting.ts';
import { HourChart } from '../charts/HourChart.tsx';
import { PanelAxes } from '../charts/PanelAxes.tsx';
import type { Hour } from '../report.ts';
import styles from './HourDrawing.module.css';
import { HourStrip, HourStripKey } from './HourStrip.tsx';

interface HourDrawingProps {
  hours: Hour[];
  timeZone: string;
  now: Date;
  onSelect: (index: number) => void;
}

const hoursOfALine = 12;

export function HourDrawing({ hours, timeZone, now, onSelect }: HourDrawingProps) {
  if (!useIsPrinting()) return <HourChart hours={hours} now={now} onSelect={onSelect} />;
  return linesOf(hours).map((line, index) => (
    <div key={line[0]?.time} className={styles.line} data-paper>
      <div>
        <HourStripKey />
        <PanelAxes hours={line} />
      </div>
      <div>
        <HourStrip hours={line} timeZone={timeZone} isLater={index > 0} />
        <HourChart hours={line} now={now} onSelect={onSelect} />
      </div>
    </div>
  ));
}

function linesOf(hours: Hour[]): Hour[][] {
  const starts = [...hours.keys()].filter((index) => index % hoursOfALine === 0);
  return starts.map((from) => hours.slice(from, from + hoursOfALine));
}
