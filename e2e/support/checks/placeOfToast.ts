/** Where a toast is on the screen, and whether it is dark in every theme. */
import { expect, type Locator } from '@playwright/test';

/** Distances in CSS pixels to the edges of the viewport. */
export function placeOfToast(text: Locator) {
  return text.evaluate((element) => {
    const toast = element.parentElement as HTMLElement;
    const { left, right, top } = toast.getBoundingClientRect();
    const [red = 255, green = 255, blue = 255] =
      getComputedStyle(toast)
        .backgroundColor.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    return {
      left,
      right: document.documentElement.clientWidth - right,
      top,
      isDark: Math.max(red, green, blue) < 100,
    };
  });
}

/** The bar is 56 pixels high; a toast that stays must not cover its navigation. */
export function expectBelowBar(top: number) {
  expect(top).toBeGreaterThanOrEqual(56);
  expect(top).toBeLessThan(90);
}
