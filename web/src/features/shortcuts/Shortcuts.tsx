/** One key instead of many steps; never while somebody types, or has a dialogue open. */
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStored } from '../../storage/useStored.ts';
import { shortcuts } from './shortcuts.ts';

const ShortcutDialog = lazy(async () => ({
  default: (await import('./ShortcutDialog.tsx')).ShortcutDialog,
}));

const typing = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';
const dialogue = '[role="dialog"], [role="alertdialog"]';

export function Shortcuts() {
  const navigate = useNavigate();
  const [areOn] = useStored('shortcuts');
  const [isListOpen, setIsListOpen] = useState(false);
  const act = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcuts.find(({ key }) => key === event.key.toLowerCase());
    if (!shortcut || !isMeant(event)) return;
    event.preventDefault();
    if (shortcut.does === 'list') setIsListOpen(true);
    if (shortcut.does === 'go') navigate(shortcut.to);
    if (shortcut.does === 'press') press(shortcut.button);
  });

  useEffect(() => {
    if (!areOn) return;
    const listener = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [areOn]);

  return (
    <Suspense>{isListOpen && <ShortcutDialog onClose={() => setIsListOpen(false)} />}</Suspense>
  );
}

function isMeant(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return false;
  if (event.target instanceof Element && event.target.closest(typing)) return false;
  return document.querySelector(dialogue) === null;
}

/** With the focus on it, so that the keyboard goes on from there. */
function press(selector: string): void {
  const button = document.querySelector<HTMLElement>(selector);
  button?.focus();
  button?.click();
}
