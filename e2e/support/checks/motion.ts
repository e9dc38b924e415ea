/** The running animations of a page and its elements with a transition. */
import type { Page } from '@playwright/test';

export function animatedParts(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...document.getAnimations().map(({ id, effect }) => `${id} ${effect}`),
    ...[...document.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).transitionDuration !== '0s')
      .map(({ className }) => String(className)),
  ]);
}
