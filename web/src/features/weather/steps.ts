/** A row of moments as one slider: arrow keys step, Home and End leap, and a screen reader hears each as a sentence. */
import type { KeyboardEvent } from 'react';

interface Steps {
  label: string;
  count: number;
  selected: number;
  /** What is said of the selected one. */
  sentence: string;
  /** How far Page Up and Page Down go. */
  leap: number;
  onSelect: (index: number) => void;
}

export function stepProps({ label, count, selected, sentence, leap, onSelect }: Steps) {
  const last = count - 1;

  function handleKeyDown(event: KeyboardEvent) {
    const targets: Record<string, number> = {
      ArrowRight: selected + 1,
      ArrowUp: selected + 1,
      ArrowLeft: selected - 1,
      ArrowDown: selected - 1,
      PageUp: selected + leap,
      PageDown: selected - leap,
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
