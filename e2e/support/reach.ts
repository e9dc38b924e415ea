/** What a page offers to act on, and whether it can be found, seen and hit. */
import type { Page } from '@playwright/test';

export interface Stop {
  /** What stands there, for the message when it fails. */
  name: string;
  isInView: boolean;
  /** Width of the outline on it, or on the label that stands for it, in pixels. */
  outlinePx: number;
  /** Its place among everything in the document. */
  order: number;
}

/** Presses Tab until the focus leaves the page, and tells each stop. */
export async function walkByKeyboard(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let press = 0; press < 200; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      // A hidden radio button or switch is shown by its label, a field by the box around it.
      const label = element.closest('label');
      const faces = [element, ...(label?.querySelectorAll('*') ?? [])];
      if (element.matches('input, textarea') && element.parentElement) {
        faces.push(element.parentElement);
      }
      const widths = faces.map((face) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(face);
        return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
      });
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return {
        name: `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}`,
        isInView: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
        outlinePx: Math.max(...widths),
        order: [...document.querySelectorAll('*')].indexOf(element),
      };
    });
    if (!stop || stops.some(({ order }) => order === stop.order)) break;
    stops.push(stop);
  }
  return stops;
}

/** How many things can be acted on by keyboard: a group of radio buttons or tabs counts once. */
export function countReachable(page: Page): Promise<number> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]',
    );
    const reachable = [...all].filter((element) => {
      if (element.closest('[inert]') || element.tabIndex < 0) return false;
      if (!element.checkVisibility({ visibilityProperty: true })) return false;
      return !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked);
    });
    return reachable.length;
  });
}

/** What a finger must hit and is smaller than 44 px; links within a sentence may be. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isInSentence = (element: Element) =>
      element.matches('a') &&
      element.parentElement?.textContent?.trim() !== element.textContent?.trim();
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role="slider"]',
    );
    return [...all]
      .filter((element) => !element.closest('[inert]') && element.checkVisibility())
      .filter((element) => !isInSentence(element) && !element.matches('[href="#main"]'))
      .map((element) => {
        const target = element.closest('label') ?? element;
        const { width, height } = target.getBoundingClientRect();
        const name = (element.getAttribute('aria-label') ?? target.textContent ?? '').slice(0, 40);
        return { name, width, height };
      })
      .filter(({ width, height }) => width < 44 || height < 44)
      .map(({ name, width, height }) => `${name}: ${width.toFixed(1)} × ${height.toFixed(1)}`);
  });
}

/** Texts that run out of a box that hides what does not fit. */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasText = (element: Element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => hasText(element) && element.checkVisibility())
      .filter((element) => !element.closest('.visually-hidden, [inert], svg'))
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const isCutX = overflowX === 'hidden' || overflowX === 'clip';
        const isCutY = overflowY === 'hidden' || overflowY === 'clip';
        return (
          (isCutX && element.scrollWidth > element.clientWidth + 1) ||
          (isCutY && element.scrollHeight > element.clientHeight + 1)
        );
      })
      .map((element) => element.textContent?.slice(0, 60) ?? '');
  });
}

export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
