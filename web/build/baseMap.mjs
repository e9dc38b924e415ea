/**
 * Cuts the land and borders of Natural Earth into tiles for the map. Run it after changing the levels; the file is committed:
 * `npm pack world-atlas@2.0.2 --pack-destination FOLDER && tar -xzf FOLDER/world-atlas-2.0.2.tgz -C FOLDER && node build/baseMap.mjs FOLDER/package`
 *
 * The file: the number of tiles, for each its key (zoom, x, y as bytes 3 to 1), offset and length as 32-bit little-endian
 * numbers, then the tiles, each compressed. A tile: the number of rings, for each its number of points and their
 * coordinates as differences; then the same for the lines of borders. All are variable-length integers, signed ones folded
 * to unsigned. Coordinates are in 4096ths of the tile. A tile that is missing is water.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const source = process.argv[2] ?? '.';
const target = join(import.meta.dirname, '../../server/src/rain/base/base_map.bin');

/** Each level is shown up to a zoom level; details below half a pixel there are left out. */
const levels = [
  { zoom: 4, shownTo: 5.5 },
  { zoom: 6, shownTo: 8.5 },
];
const extent = 4096;
/** Rings continue a little into the neighbours, so that no line shows between tiles. */
const buffer = 32;
const tilePixels = 256;
/** Smaller islands are left out, in square pixels. */
const minArea = 0.3;
const maxLatitude = 85.051128;

const land = readTopology('land-10m.json');
const countries = readTopology('countries-10m.json');
const rings = land
  .rings('land')
  .flatMap((ring) => everyWorld(closed(unwrapped(ring.map(project)))));
const borders = countries
  .sharedArcs('countries')
  .flatMap((line) => everyWorld(unwrapped(line.map(project))));

const tiles = new Map();
for (const { zoom, shownTo } of levels) {
  const tolerance = 0.5 / (tilePixels * 2 ** shownTo);
  const least = minArea * (2 * tolerance) ** 2;
  const cut = { zoom, margin: buffer / extent / 2 ** zoom };
  for (const ring of rings) {
    const simple = simplified(ring, tolerance);
    if (simple.length < 4 || Math.abs(area(simple)) < least) continue;
    divide({ zoom: 0, x: 0, y: 0 }, simple.slice(0, -1), clipRing, cut, (tile, clipped) =>
      tileAt(tile).rings.push(clipped),
    );
  }
  for (const line of borders) {
    divideLine({ zoom: 0, x: 0, y: 0 }, simplified(line, tolerance), cut);
  }
}
write();

function tileAt({ zoom, x, y }) {
  const key = (zoom << 24) | (x << 16) | (y << 8);
  if (!tiles.has(key)) tiles.set(key, { zoom, x, y, rings: [], lines: [] });
  return tiles.get(key);
}

function readTopology(name) {
  const topology = JSON.parse(readFileSync(join(source, name), 'utf8'));
  const { scale, translate } = topology.transform;
  const arcs = topology.arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([stepX, stepY]) => {
      x += stepX;
      y += stepY;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
  const arcOf = (index) => (index >= 0 ? arcs[index] : [...arcs[~index]].reverse());
  const geometries = (object) => topology.objects[object].geometries;
  const polygons = ({ type, arcs: parts }) => (type === 'Polygon' ? [parts] : (parts ?? []));
  return {
    rings: (object) =>
      geometries(object).flatMap((geometry) =>
        polygons(geometry).flatMap((polygon) =>
          // The last point of an arc is the first of the next.
          polygon.map((ring) => ring.flatMap((arc, index) => arcOf(arc).slice(index > 0 ? 1 : 0))),
        ),
      ),
    /** Borders between countries: arcs that two of them have. */
    sharedArcs: (object) => {
      const uses = new Map();
      geometries(object).forEach((geometry, country) => {
        for (const index of polygons(geometry).flat(2)) {
          const arc = index >= 0 ? index : ~index;
          uses.set(arc, (uses.get(arc) ?? new Set()).add(country));
        }
      });
      return [...uses].filter(([, users]) => users.size > 1).map(([arc]) => arcs[arc]);
    },
  };
}

/** Web Mercator, from 0 to 1. */
function project([longitude, latitude]) {
  const limited = Math.max(-maxLatitude, Math.min(maxLatitude, latitude));
  const sine = Math.sin((limited * Math.PI) / 180);
  return [(longitude + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/** Continues across the date line instead of jumping to the other side of the map. */
function unwrapped(points) {
  let shift = 0;
  return points.map(([x, y], index) => {
    const step = index > 0 ? x - points[index - 1][0] : 0;
    if (step > 0.5) shift -= 1;
    if (step < -0.5) shift += 1;
    return [x + shift, y];
  });
}

/** A ring around the south pole is closed below the map. */
function closed(ring) {
  const [[first], [last]] = [ring[0], ring.at(-1)];
  if (Math.abs(last - first) < 0.5) return ring;
  return [...ring, [last, 1.5], [first, 1.5], ring[0]];
}

/** What continues beyond an edge of the map is also needed on the other side. */
function everyWorld(points) {
  const least = points.reduce((found, [x]) => Math.min(found, x), 1);
  const most = points.reduce((found, [x]) => Math.max(found, x), 0);
  return [-1, 0, 1]
    .filter((shift) => least + shift <= 1 && most + shift >= 0)
    .map((shift) => points.map(([x, y]) => [x + shift, y]));
}

/** Douglas and Peucker: points closer than the tolerance to the line without them are left out. */
function simplified(points, tolerance) {
  const kept = new Uint8Array(points.length);
  kept[0] = 1;
  kept[points.length - 1] = 1;
  const waiting = [[0, points.length - 1]];
  while (waiting.length > 0) {
    const [first, last] = waiting.pop();
    let [farthest, most] = [-1, tolerance];
    for (let index = first + 1; index < last; index++) {
      const distance = distanceToLine(points[index], points[first], points[last]);
      if (distance > most) [farthest, most] = [index, distance];
    }
    if (farthest < 0) continue;
    kept[farthest] = 1;
    waiting.push([first, farthest], [farthest, last]);
  }
  return points.filter((_, index) => kept[index]);
}

function distanceToLine([x, y], [x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const share =
    length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}

function area(ring) {
  let sum = 0;
  for (let index = 0; index < ring.length; index++) {
    const [x1, y1] = ring[index];
    const [x2, y2] = ring[(index + 1) % ring.length];
    sum += x1 * y2 - x2 * y1;
  }
  return sum / 2;
}

/** The bounds of a tile with its margin. */
function boundsOf({ zoom, x, y }, margin) {
  const side = 1 / 2 ** zoom;
  return [x * side - margin, y * side - margin, (x + 1) * side + margin, (y + 1) * side + margin];
}

function childrenOf({ zoom, x, y }) {
  return [0, 1, 2, 3].map((part) => ({
    zoom: zoom + 1,
    x: 2 * x + (part & 1),
    y: 2 * y + (part >> 1),
  }));
}

/** Cuts a ring in four until the tiles of the level are reached. */
function divide(tile, ring, clip, cut, emit) {
  const clipped = clip(ring, boundsOf(tile, cut.margin));
  if (clipped.length < 3) return;
  if (tile.zoom === cut.zoom) emit(tile, clipped);
  else for (const child of childrenOf(tile)) divide(child, clipped, clip, cut, emit);
}

/** Sutherland and Hodgman, one side after the other. */
function clipRing(ring, [left, top, right, bottom]) {
  const sides = [
    [0, left, 1],
    [0, right, -1],
    [1, top, 1],
    [1, bottom, -1],
  ];
  return sides.reduce((points, [axis, edge, sign]) => {
    const result = [];
    for (let index = 0; index < points.length; index++) {
      const [from, to] = [points[(index + points.length - 1) % points.length], points[index]];
      const [before, after] = [(from[axis] - edge) * sign >= 0, (to[axis] - edge) * sign >= 0];
      if (before !== after) result.push(crossing(from, to, axis, edge));
      if (after) result.push(to);
    }
    return result;
  }, ring);
}

function crossing(from, to, axis, edge) {
  const share = (edge - from[axis]) / (to[axis] - from[axis]);
  const point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  point[axis] = edge;
  return point;
}

function divideLine(tile, line, cut) {
  for (const piece of clipLine(line, boundsOf(tile, cut.margin))) {
    if (tile.zoom === cut.zoom) tileAt(tile).lines.push(piece);
    else for (const child of childrenOf(tile)) divideLine(child, piece, cut);
  }
}

/** The parts of a line inside the bounds. */
function clipLine(line, [left, top, right, bottom]) {
  const pieces = [];
  let piece = null;
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [line[index - 1], line[index]];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    let [enter, leave] = [0, 1];
    for (const [speed, distance] of [
      [-dx, from[0] - left],
      [dx, right - from[0]],
      [-dy, from[1] - top],
      [dy, bottom - from[1]],
    ]) {
      if (speed === 0 && distance < 0) leave = -1;
      else if (speed < 0) enter = Math.max(enter, distance / speed);
      else if (speed > 0) leave = Math.min(leave, distance / speed);
    }
    if (enter >= leave) {
      piece = null;
      continue;
    }
    const at = (share) => [from[0] + dx * share, from[1] + dy * share];
    if (!piece || enter > 0) {
      piece = [at(enter)];
      pieces.push(piece);
    }
    piece.push(at(leave));
    if (leave < 1) piece = null;
  }
  return pieces;
}

function quantized(points, { zoom, x, y }, isRing) {
  const scale = extent * 2 ** zoom;
  const result = [];
  for (const [px, py] of points) {
    const point = [Math.round(px * scale - x * extent), Math.round(py * scale - y * extent)];
    const last = result.at(-1);
    if (!last || last[0] !== point[0] || last[1] !== point[1]) result.push(point);
  }
  return result.length >= (isRing ? 3 : 2) ? result : null;
}

function encode({ rings: shapes, lines, ...tile }) {
  const bytes = [];
  const unsigned = (value) => {
    let rest = value;
    while (rest > 127) {
      bytes.push((rest & 127) | 128);
      rest >>>= 7;
    }
    bytes.push(rest);
  };
  const signed = (value) => unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  for (const [group, isRing] of [
    [shapes, true],
    [lines, false],
  ]) {
    const list = group.map((points) => quantized(points, tile, isRing)).filter(Boolean);
    unsigned(list.length);
    for (const points of list) {
      unsigned(points.length);
      let [lastX, lastY] = [0, 0];
      for (const [x, y] of points) {
        signed(x - lastX);
        signed(y - lastY);
        [lastX, lastY] = [x, y];
      }
    }
  }
  return Buffer.from(bytes);
}

function write() {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const list = [...tiles]
    .sort(([first], [second]) => first - second)
    .map(([key, tile]) => ({
      key,
      zoom: tile.zoom,
      bytes: brotliCompressSync(encode(tile), options),
    }));
  const head = Buffer.alloc(4 + 12 * list.length);
  head.writeUInt32LE(list.length, 0);
  let offset = head.length;
  list.forEach(({ key, bytes }, index) => {
    head.writeUInt32LE(key >>> 0, 4 + 12 * index);
    head.writeUInt32LE(offset, 8 + 12 * index);
    head.writeUInt32LE(bytes.length, 12 + 12 * index);
    offset += bytes.length;
  });
  writeFileSync(target, Buffer.concat([head, ...list.map(({ bytes }) => bytes)]));
  for (const { zoom } of levels) {
    const sizes = list.filter((tile) => tile.zoom === zoom).map(({ bytes }) => bytes.length);
    sizes.sort((first, second) => first - second);
    const sum = sizes.reduce((total, size) => total + size, 0);
    console.log(
      `zoom ${zoom}: ${sizes.length} tiles, ${sum} bytes, median ${sizes[sizes.length >> 1]}, largest ${sizes.at(-1)}`,
    );
  }
  console.log(`${offset} bytes`);
}
