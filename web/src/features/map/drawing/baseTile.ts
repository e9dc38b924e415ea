/** Land and borders of one tile, as the server sends them: variable-length integers, coordinates as differences. */

export interface BaseTile {
  /** Land, in 4096ths of the tile; x and y alternate. */
  rings: Int32Array[];
  borders: Int32Array[];
}

/** The side of a tile in its own units, and how far its shapes continue beyond it. */
export const extent = 4096;
const margin = 32;

export function readBaseTile(bytes: Uint8Array): BaseTile {
  let at = 0;
  const unsigned = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const signed = () => {
    const folded = unsigned();
    return (folded >>> 1) ^ -(folded & 1);
  };
  const shapes = () =>
    Array.from({ length: unsigned() }, () => {
      const points = new Int32Array(2 * unsigned());
      for (let index = 0; index < points.length; index++) {
        points[index] = (points[index - 2] ?? 0) + signed();
      }
      return points;
    });
  return { rings: shapes(), borders: shapes() };
}

/** Whether a line between two points is the edge of the cut, not a coast. */
export function isCut(x1: number, y1: number, x2: number, y2: number): boolean {
  const isOutside = (value: number) => value <= -margin || value >= extent + margin;
  return (x1 === x2 && isOutside(x1)) || (y1 === y2 && isOutside(y1));
}
