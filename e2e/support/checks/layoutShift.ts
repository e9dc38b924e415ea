/** How far things moved on the screen without anybody having touched it, as the browser counts it. */
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

/** Less than a thousandth is a letter that gave way, which nobody sees. */
export async function expectNoLayoutShift(page: Page) {
  await nextPaint(page);
  expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThan(0.001);
}

/** Each answer comes when all before it has been painted: what moves is seen on a quick machine too. */
export async function delayResponsesUntilPainted(page: Page, address: RegExp) {
  await page.route(address, async (route) => {
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
