/** What a page offers to act on, and whether it can be found, seen and hit. */
import type { Page } from '@playwright/test';
import { expect } from '../test.ts';

interface Stop {
  /** What stands there, for the message when it fails. */
  name: string;
  isInView: boolean;
  /** Width of the outline on it, or on the label that stands for it, in pixels. */
  outlinePx: number;
  /** Its place among everything in the document. */
  order: number;
}

/** Presses Tab until the focus leaves the page, and tells each stop. */
async function walkByKeyboard(page: Page): Promise<Stop[]> {
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
function countReachable(page: Page): Promise<number> {
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
      .filter((element) => !isInSentence(element) && !element.matches('[href="#content"]'))
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
function clippedTexts(page: Page): Promise<string[]> {
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

function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Everything is reached by Tab in the order it stands in, in sight, with a focus that shows, from the skip link on. */
export async function expectKeyboardAccessible(page: Page, route: string) {
  const stops = await walkByKeyboard(page);
  expect(stops[0]?.name, route).toBe('A Skip to content');
  const outOfSight = stops.filter(({ isInView }) => !isInView);
  expect(outOfSight, route).toEqual([]);
  const unmarked = stops.filter(({ outlinePx }) => outlinePx < 2);
  expect(unmarked, route).toEqual([]);
  const order = stops.map((stop) => stop.order);
  expect(order, route).toEqual(order.toSorted((one, other) => one - other));
  expect(stops.length, route).toBe(await countReachable(page));
}

/** No text is cut off, and nobody has to scroll sideways. */
export async function expectNothingClipped(page: Page, route: string) {
  expect(await sidewaysOverflow(page), route).toBeLessThanOrEqual(0);
  expect(await clippedTexts(page), route).toEqual([]);
}

/** What WCAG 1.4.12 lets a person set. */
export async function spaceOutText(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets.push(sheet);
  });
}

/** What a window of 1280 × 1024 is left with. */
export const zooms = [
  { zoom: '200 %', width: 640, height: 512 },
  { zoom: '400 %', width: 320, height: 256 },
] as const;
