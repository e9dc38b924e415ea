/** ARIA and keyboard properties that make a row of hours or days one slider, with a sentence as the value of each. */
import type { KeyboardEvent } from 'react';

interface SliderOptions {
  label: string;
  count: number;
  selected: number;
  /** Describes the selected item; read by screen readers as the value. */
  sentence: string;
  /** How far Page Up and Page Down go. */
  pageStep: number;
  onSelect: (index: number) => void;
}

export function sliderProps({
  label,
  count,
  selected,
  sentence,
  pageStep,
  onSelect,
}: SliderOptions) {
  const last = count - 1;

  function handleKeyDown(event: KeyboardEvent) {
    const targets: Record<string, number> = {
      ArrowRight: selected + 1,
      ArrowUp: selected + 1,
      ArrowLeft: selected - 1,
      ArrowDown: selected - 1,
      PageUp: selected + pageStep,
      PageDown: selected - pageStep,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onSelect(Math.min(Math.max(target, 0), last));
  }

  return {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-valuemin': 1,
    'aria-valuemax': count,
    'aria-valuenow': selected + 1,
    'aria-valuetext': sentence,
    onKeyDown: handleKeyDown,
  } as const;
}
