/** Moves and scales the data of an SVG path. Unlike a `transform`, moved data costs the browser nothing when it paints. */
export interface Place {
  x: number;
  y: number;
  scale?: number;
}

/** What each argument of a command is: an x, a y, a length, or a number that stays (an arc's angle and flags). */
const kinds: Record<string, string> = {
  m: 'xy',
  l: 'xy',
  h: 'x',
  v: 'y',
  c: 'xyxyxy',
  s: 'xyxy',
  a: 'rr...xy',
  z: '',
};

export function placePath(data: string, { x, y, scale = 1 }: Place): string {
  return (data.match(/[a-z][^a-z]*/gi) ?? [])
    .map((step) => {
      const command = step.charAt(0);
      const kind = kinds[command.toLowerCase()] ?? '';
      const isAbsolute = command === command.toUpperCase();
      const moved = numbersOf(step).map((value, index) => {
        const what = kind.charAt(index % kind.length);
        if (what === '.') return value;
        const start = isAbsolute ? ({ x, y }[what] ?? 0) : 0;
        return round(start + value * scale);
      });
      return command + moved.join(' ');
    })
    .join('');
}

/** As SVG writes them: `-3-2.5.6` is three numbers. */
function numbersOf(step: string): number[] {
  return (step.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
