/** Applies theme and accessibility settings as attributes of the root element, which the style sheets select on. */
import type { AccessibilitySettings } from '../../storage/accessibility.ts';
import type { Theme } from '../../storage/values.ts';

/** public/appearance.js does the same before the first paint; appearance.test.ts compares the two. */
export function applyAppearance(
  root: HTMLElement,
  { theme, accessibility }: { theme: Theme; accessibility: AccessibilitySettings },
): void {
  setAttribute(root, 'data-theme', theme === 'system' ? null : theme);
  setAttribute(root, 'data-contrast', accessibility.highContrastMode ? 'high' : null);
  setAttribute(root, 'data-motion', accessibility.reducedMotion ? 'reduced' : 'full');
  setAttribute(root, 'data-font-size', accessibility.fontSize);
  setAttribute(root, 'data-color-vision', accessibility.colorBlindnessMode);
}

function setAttribute(root: HTMLElement, name: string, value: string | null): void {
  if (value === null) root.removeAttribute(name);
  else root.setAttribute(name, value);
}
