/** The next 24 hours of a value as a small curve or as bars, from now at the left. Decorative: the text gives the range. */
import styles from './Sparkline.module.css';

interface SparklineProps {
  values: ReadonlyArray<number | null>;
  /** A smaller range is not stretched, so that a steady value looks steady. */
  minRange: number;
  color: string;
  /** Amounts begin at zero and are bars. */
  isBars?: boolean;
}

const width = 240;
const height = 44;
const inset = 4;

export function Sparkline({ values, minRange, color, isBars = false }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const low = isBars ? 0 : Math.min(...known);
  const range = Math.max(Math.max(...known) - low, minRange);
  // A steady value is drawn in the middle, not at the bottom.
  const base = isBars ? 0 : (range - (Math.max(...known) - low)) / 2;
  const x = (index: number) => (index / (values.length - 1)) * (width - 2 * inset) + inset;
  const y = (value: number) =>
    height - inset - ((value - low + base) / range) * (height - 2 * inset);
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ x: x(index), y: y(value) }],
  );
  const [first] = points;
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      style={{ color }}
      aria-hidden="true"
      focusable="false"
    >
      {isBars ? (
        <path className={styles.bars} d={barsOf(points)} />
      ) : (
        <>
          <path className={styles.ground} d={`${lineOf(points)}V${height}H${first?.x ?? 0}Z`} />
          <path className={styles.line} d={lineOf(points)} />
        </>
      )}
      <path className={styles.now} d={`M${inset} 0V${height}`} />
    </svg>
  );
}

interface Point {
  x: number;
  y: number;
}

const at = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;

const lineOf = (points: Point[]) => `M${points.map(at).join('L')}`;

const barsOf = (points: Point[]) =>
  points
    .filter(({ y }) => y < height - inset)
    .map(({ x, y }) => `M${x.toFixed(1)} ${height - inset}V${y.toFixed(1)}`)
    .join('');
