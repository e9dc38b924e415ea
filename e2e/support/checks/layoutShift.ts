/** Records layout shifts without user input, as measured by the browser. */
import type { Page } from '@playwright/test';
import { expect } from '../test.ts';

export async function recordLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { hadRecentInput, value } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput)
          Object.assign(window, { shifted: Reflect.get(window, 'shifted') + value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** A score below 0.001 is not visible, for example a single letter that moved. */
export async function expectNoLayoutShift(page: Page) {
  await nextPaint(page);
  expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThan(0.001);
}

/** Delays each response until the page has painted, so that shifts also occur on a fast machine. */
export async function delayResponsesUntilPainted(page: Page, url: RegExp) {
  await page.route(url, async (route) => {
    await nextPaint(page);
    await route.continue();
  });
}

function nextPaint(page: Page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
}
