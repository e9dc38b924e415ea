/** The frame of every chart: summary, keyboard steps, description of the selected point, and the same numbers as table and sound. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from '../../../../i18n/I18n.tsx';
import { sliderProps } from '../../series/sliderProps.ts';
import { ViewToggle } from '../../series/ViewToggle.tsx';
import type { Column, Series } from '../types.ts';
import styles from './ChartFrame.module.css';
import { ChartTable } from './ChartTable.tsx';

const ChartSound = lazy(async () => ({
  default: (await import('./ChartSound.tsx')).ChartSound,
})) as typeof import('./ChartSound.tsx').ChartSound;

interface ChartFrameProps<Row> {
  label: string;
  summary: string;
  /** Describes one point, in two lines of a phone at most. */
  describe: (row: Row) => string;
  /** The same for screen readers, if it is longer. */
  describeAloud?: (row: Row) => string;
  series: ReadonlyArray<Series<Row>>;
  columns: Column<Row>[];
  rows: Row[];
  selected: number;
  /** How far Page Up and Page Down go. */
  pageStep: number;
  onSelect: (index: number) => void;
  control?: ReactNode;
  /** No point is now. */
  isPast?: boolean;
  /** Draws the chart; the properties go to the element that the keyboard steps through. */
  children: (slider: ReturnType<typeof sliderProps>) => ReactNode;
}

export function ChartFrame<Row>({
  label,
  summary,
  describe,
  describeAloud = describe,
  series,
  columns,
  rows,
  selected,
  pageStep,
  onSelect,
  control,
  isPast = false,
  children,
}: ChartFrameProps<Row>) {
  const { t } = useTranslation();
  const [isTable, setIsTable] = useState(false);
  const [isSoundOpen, setIsSoundOpen] = useState(false);
  const row = rows[selected];
  const slider = sliderProps({
    label,
    count: rows.length,
    selected,
    sentence: row ? describeAloud(row) : '',
    pageStep,
    onSelect,
  });
  return (
    <figure className={styles.frame} aria-label={label}>
      {control && <div className={styles.control}>{control}</div>}
      {isTable ? (
        <ChartTable caption={label} columns={columns} rows={rows} />
      ) : (
        <>
          {children(slider)}
          <p className={styles.readout} aria-hidden="true">
            {row && describe(row)}
          </p>
        </>
      )}
      <figcaption className={styles.caption}>
        <span>{summary}</span>
        <div className={styles.toggles}>
          <ViewToggle
            icon={isSoundOpen ? 'close' : 'speaker'}
            aria-expanded={isSoundOpen}
            onClick={() => setIsSoundOpen(!isSoundOpen)}
          >
            {t(isSoundOpen ? 'sound.close' : 'sound.listen')}
          </ViewToggle>
          <ViewToggle icon={isTable ? 'trend' : 'list'} onClick={() => setIsTable(!isTable)}>
            {t(isTable ? 'weather.charts.showChart' : 'weather.charts.showTable')}
          </ViewToggle>
        </div>
      </figcaption>
      {isSoundOpen && (
        <Suspense>
          <ChartSound
            series={series}
            rows={rows}
            selected={selected}
            onSelect={onSelect}
            describe={describe}
            isPast={isPast}
          />
        </Suspense>
      )}
    </figure>
  );
}
