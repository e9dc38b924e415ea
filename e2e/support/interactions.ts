/** Measures the time from an interaction to the next paint, as the browser reports it, on a slowed CPU. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { stolenTime } from './stolenTime.ts';
import { expect } from './test.ts';

const slowdown = 4;
const limitMs = 100;
/** Like INP (Interaction to Next Paint), which ignores the worst of every fifty interactions. */
const ignoredPer = 50;
const interactions = 51;
/** How long a press lasts. */
const pressMs = 80;
/** Pause after a press, because evaluating anything in the page would add to the measured time. */
const pauseMs = 200;
/** A press during which the host took our CPU for this long is repeated. */
const maxStolenMs = 20;
const maxTries = 4 * interactions;

/** Call before the page is opened. */
export async function recordInteractions(page: Page) {
  await page.addInitScript(() => {
    const waits = new Map<number, number>();
    Object.assign(window, { waits });
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
        if (interactionId) {
          waits.set(interactionId, Math.max(duration, waits.get(interactionId) ?? 0));
        }
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

/** Call when the page is open. */
export async function slowDown(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** With plain mouse events: `click` makes the page look up the target for every event, which would be measured too. */
export async function press(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('the target is not rendered');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await waitForIdle(page);
  await page.mouse.down();
  await pause(pressMs);
  await page.mouse.up();
}

/** Interactions one after another with pauses, because the wait after each single one is measured. */
export async function measure(page: Page, what: string, act: (index: number) => Promise<void>) {
  await waitForIdle(page);
  await takeWaits(page);
  const waits: number[] = [];
  let tries = 0;
  for (; waits.length < interactions && tries < maxTries; tries += 1) {
    const stolenBefore = stolenTime();
    await act(tries);
    await pause(pauseMs);
    await waitForIdle(page);
    const stolen = stolenTime() - stolenBefore;
    const wait = Math.max(0, ...(await takeWaits(page)));
    if (stolen < maxStolenMs) waits.push(wait);
  }
  expect(waits, `undisturbed interactions out of ${tries}`).toHaveLength(interactions);
  waits.sort((a, b) => b - a);
  const middle = waits[Math.floor(interactions / 2)] ?? 0;
  const counted = waits[Math.floor(interactions / ignoredPer)] ?? 0;
  process.stdout.write(
    `${what}, ${slowdown}x slowed: ${counted} ms, limit ${limitMs} (middle ${middle}, worst ${waits[0] ?? 0} of ${interactions}; ${tries - interactions} made again)\n`,
  );
  expect.soft(counted, what).toBeLessThanOrEqual(limitMs);
}

/** Waits until the page has painted and is idle; with a timeout, because Chromium may not call an idle page for a minute. */
async function waitForIdle(page: Page) {
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 300 })),
      ),
  );
}

/** Returns and clears the recorded waits longer than a frame; the browser reports them shortly after the paint. */
async function takeWaits(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) =>
        requestAnimationFrame(() =>
          setTimeout(() => {
            const waits = Reflect.get(window, 'waits') as Map<number, number>;
            resolve([...waits.values()]);
            waits.clear();
          }, 300),
        ),
      ),
  );
}
