/** Frames in time: tiles are coloured once, a few at a time, and ahead of the frame that needs them. */
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { network } from '../../../testing/network.ts';
import { fieldStyles } from './fields.ts';
import type { FieldColors } from './paint.ts';
import { type Frame, TilePainter } from './tilePainter.ts';
import { TileStore } from './tileStore.ts';
import { viewAt } from './view.ts';

const colors: FieldColors = {
  levels: Array.from({ length: 7 }, () => [1, 2, 3]),
  line: [0, 0, 0],
  noData: [0, 0, 0],
  isHatched: false,
};
const fields = { rain: colors, temperature: colors, wind: colors };
const view = viewAt(52.52, 13.405, 6);
/** Six tiles. */
const size = { width: 500, height: 300, ratio: 1.5 };

const frameOf = (id: number): Frame => ({
  path: `/api/rain/tiles/x/${id}`,
  style: fieldStyles.rain,
});

/** What a browser has and the test environment has not. */
const made: object[] = [];
const drawn: unknown[] = [];
let edges: number[] = [];
const context = {
  clearRect: () => {
    drawn.length = 0;
    edges = [];
  },
  drawImage: (image: unknown, x: number, y: number, width: number, height: number) => {
    drawn.push(image);
    edges.push(x, y, x + width, y + height);
  },
} as unknown as CanvasRenderingContext2D;

beforeEach(() => {
  made.length = 0;
  drawn.length = 0;
  vi.stubGlobal(
    'ImageData',
    class {
      data = new Uint8ClampedArray(256 * 256 * 4);
    },
  );
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  vi.stubGlobal('createImageBitmap', async () => {
    const image = { close: () => {} };
    made.push(image);
    return image;
  });
  network.use(
    http.get('*/api/rain/tiles/*', () =>
      HttpResponse.arrayBuffer(new Uint8Array(65_536).fill(30).buffer),
    ),
  );
});

afterEach(() => vi.unstubAllGlobals());

function setUp() {
  let painter: TilePainter;
  const store = new TileStore(
    async (response: Response) => new Uint8Array(await response.arrayBuffer()),
    () => painter.paintAhead(),
    400,
  );
  const onPainted = vi.fn();
  painter = new TilePainter(store, { min: 4, max: 6 }, onPainted);
  painter.setColors(fields);
  return { painter, onPainted };
}

const often = { interval: 2, timeout: 5000 };

/** Draws until the whole frame is there. */
async function drawWhole(painter: TilePainter, frame: Frame, tiles: number) {
  await vi.waitFor(() => {
    painter.draw(context, frame, view, size);
    expect(drawn).toHaveLength(tiles);
  }, often);
}

test('tiles meet on whole pixels of the screen', async () => {
  const { painter } = setUp();
  await drawWhole(painter, frameOf(1), 6);
  const onScreen = edges.map((edge) => edge * size.ratio);
  for (const edge of onScreen) expect(edge).toBeCloseTo(Math.round(edge), 6);
});

test('a frame that was drawn once is only copied', async () => {
  const { painter } = setUp();
  painter.draw(context, frameOf(1), view, size);
  const tiles = 6;
  await drawWhole(painter, frameOf(1), tiles);
  await drawWhole(painter, frameOf(2), tiles);
  expect(made).toHaveLength(2 * tiles);
  for (const id of [1, 2, 1]) {
    painter.draw(context, frameOf(id), view, size);
    expect(drawn).toHaveLength(tiles);
  }
  expect(made).toHaveLength(2 * tiles);
});

test('drawing colours no more than there is time for, but always something', async () => {
  const { painter } = setUp();
  painter.prepare([frameOf(1)], view, size);
  await vi.waitFor(() =>
    expect(painter.byteAt(frameOf(1), view.zoom, viewAt(52.52, 13.405, 0))).toBe(30),
  );
  painter.stop();
  painter.setColors(fields);
  made.length = 0;
  // Every look at the clock is ten milliseconds later.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10;
    return now;
  });
  painter.draw(context, frameOf(1), view, size);
  vi.restoreAllMocks();
  expect(made).toHaveLength(1);
});

test('frames ahead are coloured before they are drawn, and nothing is drawn for them', async () => {
  const { painter, onPainted } = setUp();
  painter.prepare([frameOf(7)], view, size);
  await vi.waitFor(() => expect(made).toHaveLength(6), often);
  expect(onPainted).not.toHaveBeenCalled();
  painter.draw(context, frameOf(7), view, size);
  expect(drawn).toHaveLength(6);
});

test('other colours are painted again', async () => {
  const { painter } = setUp();
  await drawWhole(painter, frameOf(1), 6);
  painter.setColors({ ...fields });
  painter.draw(context, frameOf(1), view, size);
  expect(drawn).toHaveLength(0);
  await drawWhole(painter, frameOf(1), 6);
  expect(made).toHaveLength(12);
});
