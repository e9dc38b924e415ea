/** The drawing of a chart with one column per value: its width, the selected column, and selection by pointer. */
import type { PointerEvent, ReactNode } from 'react';
import { useWidth } from '../useWidth.ts';
import styles from './ColumnChart.module.css';

/** Where the columns begin; the labels of the axis are to the left. */
export const plotLeft = 34;
const widthBeforeLayout = 640;
const labelGap = 6;

interface Columns {
  /** Of the whole chart. */
  width: number;
  columnWidth: number;
  /** The middle of a column. */
  x: (index: number) => number;
}

interface ColumnChartProps {
  count: number;
  height: number;
  selected: number;
  selectedRadius: number;
  onSelect: (index: number) => void;
  children: (columns: Columns) => ReactNode;
}

export function ColumnChart({
  count,
  height,
  selected,
  selectedRadius,
  onSelect,
  children,
}: ColumnChartProps) {
  const { ref, width } = useWidth<SVGSVGElement>(widthBeforeLayout);
  const columnWidth = Math.max(0, width - plotLeft) / Math.max(count, 1);

  function handlePointer(event: PointerEvent<SVGSVGElement>) {
    const { left } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor((event.clientX - left - plotLeft) / columnWidth);
    if (index >= 0 && index < count) onSelect(index);
  }

  return (
    <svg
      ref={ref}
      className={styles.chart}
      height={height}
      aria-hidden="true"
      focusable="false"
      onPointerDown={handlePointer}
      onPointerMove={handlePointer}
    >
      <rect
        className={styles.selected}
        x={plotLeft + selected * columnWidth}
        width={columnWidth}
        height={height}
        rx={selectedRadius}
      />
      {children({ width, columnWidth, x: (index) => plotLeft + (index + 0.5) * columnWidth })}
    </svg>
  );
}

interface TickLabelProps {
  y: number;
  children: ReactNode;
}

/** A label of the axis at the left. */
export function TickLabel({ y, children }: TickLabelProps) {
  return (
    <text className={styles.tick} x={plotLeft - labelGap} y={y} dy="0.35em">
      {children}
    </text>
  );
}
