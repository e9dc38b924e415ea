/** Moves and scales SVG path data. Unlike a `transform`, this costs the browser nothing at paint time. */
export interface Place {
  x: number;
  y: number;
  scale?: number;
}

/** The arguments of each command: x, y, r for a length, or . for a number that does not change (an arc's angle and flags). */
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

/** Parses SVG's compact notation: `-3-2.5.6` is three numbers. */
function numbersOf(step: string): number[] {
  return (step.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
