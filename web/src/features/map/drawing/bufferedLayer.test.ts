/** Layers that take long to draw: moving the map copies them, and a drawing leaves time for input. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BufferedLayer, type DrawingStep, type LayerRequest } from './bufferedLayer.ts';
import { moved, viewAt, zoomed } from './view.ts';

const size = { width: 400, height: 300, ratio: 2 };
const view = viewAt(52.52, 13.405, 6);

const copies: number[][] = [];
const context = {
  clearRect: () => {},
  setTransform: () => {},
  drawImage: (_: unknown, ...box: number[]) => copies.push(box),
} as unknown as CanvasRenderingContext2D;
const drawings: Array<{ width: number; height: number }> = [];

function requestOf(change: Partial<LayerRequest> = {}, steps: DrawingStep[] = []): LayerRequest {
  return {
    view,
    size,
    content: 1,
    steps: (drawn) => {
      drawings.push(drawn);
      return steps;
    },
    ...change,
  };
}

beforeEach(() => {
  copies.length = 0;
  drawings.length = 0;
  vi.useFakeTimers();
  // What a browser has and the test environment has not.
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => context }) });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A layer that has drawn its first picture. */
async function ready() {
  const onReady = vi.fn();
  const layer = new BufferedLayer(onReady);
  layer.draw(context, requestOf());
  await vi.advanceTimersByTimeAsync(0);
  expect(onReady).toHaveBeenCalledTimes(1);
  return { layer, onReady };
}

test('the picture reaches beyond the view and is copied to where the map has moved', async () => {
  const { layer } = await ready();
  expect(drawings).toEqual([{ width: 656, height: 556 }]);
  layer.draw(context, requestOf({ view: moved(view, 30, -20) }));
  expect(drawings).toHaveLength(1);
  expect(copies).toEqual([[-158, -108, 656, 556]]);
});

test('it is drawn again when the movement rests, leaves its margin, or zooms', async () => {
  const { layer } = await ready();
  for (const step of [10, 20, 30]) {
    layer.draw(context, requestOf({ view: moved(view, step, 0) }));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(drawings).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(drawings).toHaveLength(2);
  layer.draw(context, requestOf({ view: moved(view, 120, 0) }));
  await vi.advanceTimersByTimeAsync(0);
  expect(drawings).toHaveLength(3);
  const closer = zoomed(moved(view, 120, 0), 7);
  layer.draw(context, requestOf({ view: closer }));
  const copied = copies.at(-1);
  expect(copied?.slice(2)).toEqual([1312, 1112]);
  await vi.advanceTimersByTimeAsync(0);
  expect(drawings).toHaveLength(4);
});

test('other content is drawn at once', async () => {
  const { layer } = await ready();
  layer.draw(context, requestOf({ content: 2 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(drawings).toHaveLength(2);
});

test('a drawing gives way to input after five milliseconds, and is shown when it is complete', async () => {
  const done: number[] = [];
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const steps = [1, 2, 3].map((number) => () => {
    done.push(number);
    now += 6;
  });
  const onReady = vi.fn();
  new BufferedLayer(onReady).draw(context, requestOf({}, steps));
  expect(done).toEqual([1]);
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual([1, 2]);
  expect(onReady).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual([1, 2, 3]);
  expect(onReady).toHaveBeenCalledTimes(1);
});

test('a picture is finished during a long movement, and the newest view follows', async () => {
  const { layer, onReady } = await ready();
  for (const step of [100, 200, 300]) {
    layer.draw(context, requestOf({ view: moved(view, step, 0) }));
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(onReady).toHaveBeenCalledTimes(3);
  layer.draw(context, requestOf({ view: moved(view, 300, 0) }));
  expect(copies.at(-1)).toEqual([-128, -128, 656, 556]);
});
