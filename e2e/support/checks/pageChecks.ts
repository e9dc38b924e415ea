/** Checks that the controls of a page can be reached, seen and hit, and that no text is clipped. */
import type { Page } from '@playwright/test';
import { expect } from '../test.ts';

interface Stop {
  /** Describes the element in a failure message. */
  name: string;
  isInView: boolean;
  /** Width of the outline on it or on the label that represents it, in pixels. */
  outlinePx: number;
  /** Its position in document order. */
  order: number;
}

/** Presses Tab until the focus leaves the page, and returns each stop. */
async function walkByKeyboard(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let press = 0; press < 200; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      // A visually hidden radio button or switch shows the focus on its label, a field on the box around it.
      const label = element.closest('label');
      const visibleParts = [element, ...(label?.querySelectorAll('*') ?? [])];
      if (element.matches('input, textarea') && element.parentElement) {
        visibleParts.push(element.parentElement);
      }
      const widths = visibleParts.map((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(part);
        return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
      });
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return {
        name: `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}`,
        isInView: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
        outlinePx: Math.max(...widths),
        // Not in the head, where the focus of a link adds the scripts of its page.
        order: [...document.body.querySelectorAll('*')].indexOf(element),
      };
    });
    if (!stop || stops.some(({ order }) => order === stop.order)) break;
    stops.push(stop);
  }
  return stops;
}

/** The number of controls that the keyboard reaches; a group of radio buttons or tabs counts once. */
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

/** Touch targets smaller than 44 px, except links within a sentence. */
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

/** Texts that overflow a box which hides its overflow. */
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

/** Tab reaches every control in document order, in view and with a visible focus, starting with the skip link. */
export async function expectKeyboardAccessible(page: Page, route: string) {
  const stops = await walkByKeyboard(page);
  expect(stops[0]?.name, route).toBe('A Skip to content');
  const outOfView = stops.filter(({ isInView }) => !isInView);
  expect(outOfView, route).toEqual([]);
  const withoutOutline = stops.filter(({ outlinePx }) => outlinePx < 2);
  expect(withoutOutline, route).toEqual([]);
  const order = stops.map((stop) => stop.order);
  expect(order, route).toEqual(order.toSorted((one, other) => one - other));
  expect(stops.length, route).toBe(await countReachable(page));
}

/** No text is clipped, and the page does not scroll sideways. */
export async function expectNothingClipped(page: Page, route: string) {
  expect(await sidewaysOverflow(page), route).toBeLessThanOrEqual(0);
  expect(await clippedTexts(page), route).toEqual([]);
}

/** Applies the text spacing of WCAG 1.4.12. */
export async function applyTextSpacing(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets.push(sheet);
  });
}

/** The viewports that are left of a window of 1280 × 1024. */
export const zooms = [
  { zoom: '200 %', width: 640, height: 512 },
  { zoom: '400 %', width: 320, height: 256 },
] as const;
