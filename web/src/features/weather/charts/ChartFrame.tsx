/** What every chart has: a sentence that sums it up, steps by keyboard, the selected point in words, and a table and tones of the same numbers. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { stepProps } from '../steps.ts';
import styles from './ChartFrame.module.css';
import { ChartTable } from './ChartTable.tsx';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => string;
}

/** What of the chart can be heard. */
export interface Series<Row> {
  label: string;
  value: (row: Row) => number | null;
}

const ChartSound = lazy(async () => ({
  default: (await import('./ChartSound.tsx')).ChartSound,
})) as typeof import('./ChartSound.tsx').ChartSound;

interface ChartFrameProps<Row> {
  label: string;
  summary: string;
  /** A point in words. */
  sentenceOf: (row: Row) => string;
  series: ReadonlyArray<Series<Row>>;
  columns: Column<Row>[];
  rows: Row[];
  selected: number;
  leap: number;
  onSelect: (index: number) => void;
  control?: ReactNode;
  /** Draws the chart; what is stepped through by keyboard takes the properties. */
  children: (slider: ReturnType<typeof stepProps>) => ReactNode;
}

export function ChartFrame<Row>({
  label,
  summary,
  sentenceOf,
  series,
  columns,
  rows,
  selected,
  leap,
  onSelect,
  control,
  children,
}: ChartFrameProps<Row>) {
  const { t } = useTranslation();
  const [isTable, setIsTable] = useState(false);
  const [isHeard, setIsHeard] = useState(false);
  const row = rows[selected];
  const sentence = row ? sentenceOf(row) : '';
  const steps = stepProps({ label, count: rows.length, selected, sentence, leap, onSelect });
  return (
    <figure className={styles.frame} aria-label={label}>
      {control && <div className={styles.control}>{control}</div>}
      {isTable ? (
        <ChartTable caption={label} columns={columns} rows={rows} />
      ) : (
        <>
          {children(steps)}
          <p className={styles.readout} aria-hidden="true">
            {sentence}
          </p>
        </>
      )}
      <figcaption className={styles.caption}>
        <span>{summary}</span>
        <div className={styles.toggles}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isHeard}
            onClick={() => setIsHeard(!isHeard)}
          >
            <Icon name={isHeard ? 'close' : 'speaker'} size={1.125} />
            {t(isHeard ? 'sound.close' : 'sound.listen')}
          </button>
          <button type="button" className={styles.toggle} onClick={() => setIsTable(!isTable)}>
            <Icon name={isTable ? 'trend' : 'list'} size={1.125} />
            {t(isTable ? 'weather.charts.showChart' : 'weather.charts.showTable')}
          </button>
        </div>
      </figcaption>
      {isHeard && (
        <Suspense>
          <ChartSound
            series={series}
            rows={rows}
            selected={selected}
            onSelect={onSelect}
            sentenceOf={sentenceOf}
          />
        </Suspense>
      )}
    </figure>
  );
}
