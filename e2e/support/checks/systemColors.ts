/** Checks the contrast of texts in forced-colors mode. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible } from '../test.ts';

/** WCAG 1.4.3. */
const minContrast = 4.5;

/** axe reads `-webkit-text-fill-color`, which Chromium does not force, so the contrast is measured here instead. */
export async function expectReadableInSystemColors(page: Page, route: string) {
  await expectAccessible(page, ['color-contrast']);
  const texts = await contrasts(page);
  expect(texts.length, route).toBeGreaterThan(0);
  const tooLow = texts.filter(({ ratio }) => ratio < minContrast);
  expect(tooLow, route).toEqual([]);
}

function contrasts(page: Page): Promise<Array<{ text: string; ratio: number }>> {
  return page.evaluate(() => {
    type Color = [red: number, green: number, blue: number, alpha: number];
    const parse = (color: string): Color => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
      return [red, green, blue, alpha];
    };
    const over = ([red, green, blue, alpha]: Color, ground: Color): Color => {
      const mix = (one: number, other: number) => one * alpha + other * (1 - alpha);
      return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1];
    };
    const canvas = document.body.appendChild(document.createElement('i'));
    canvas.style.color = 'Canvas';
    const bottom = parse(getComputedStyle(canvas).color);
    canvas.remove();
    const groundOf = (element: Element | null): Color =>
      element
        ? over(parse(getComputedStyle(element).backgroundColor), groundOf(element.parentElement))
        : bottom;
    const luminance = (color: Color) => {
      const [red = 0, green = 0, blue = 0] = color.map((channel) => {
        const share = channel / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const hasText = (element: Element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    return [...document.querySelectorAll('body *')]
      .filter((element) => hasText(element) && !element.matches('script, style, title'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest('.visually-hidden, [inert], :disabled'))
      .map((element) => {
        const { color, fill } = getComputedStyle(element);
        const ground = groundOf(element);
        const text = over(parse(element.closest('svg') ? fill : color), ground);
        const [light = 0, dark = 0] = [luminance(text), luminance(ground)].sort((a, b) => b - a);
        const ratio = Math.round(((light + 0.05) / (dark + 0.05)) * 100) / 100;
        return { text: element.textContent?.slice(0, 40) ?? '', ratio };
      });
  });
}
