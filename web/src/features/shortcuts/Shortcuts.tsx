/** Single-key shortcuts; inactive while the user types or a dialog is open. */
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from '../../navigation/navigation.ts';
import { useStored } from '../../storage/useStored.ts';
import { shortcuts } from './shortcuts.ts';

const ShortcutDialog = lazy(async () => ({
  default: (await import('./ShortcutDialog.tsx')).ShortcutDialog,
}));

const textInputs =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';
const dialogs = '[role="dialog"], [role="alertdialog"]';

export function Shortcuts() {
  const navigate = useNavigate();
  const [areOn] = useStored('shortcuts');
  const [isListOpen, setIsListOpen] = useState(false);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcuts.find(({ key }) => key === event.key.toLowerCase());
    if (!shortcut || !isShortcut(event)) return;
    event.preventDefault();
    if (shortcut.does === 'list') setIsListOpen(true);
    if (shortcut.does === 'go') navigate(shortcut.to);
    if (shortcut.does === 'press') press(shortcut.button);
  });

  useEffect(() => {
    if (!areOn) return;
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [areOn]);

  return (
    <Suspense>{isListOpen && <ShortcutDialog onClose={() => setIsListOpen(false)} />}</Suspense>
  );
}

function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return false;
  if (event.target instanceof Element && event.target.closest(textInputs)) return false;
  return document.querySelector(dialogs) === null;
}

/** Also focuses the button, so that the keyboard continues from there. */
function press(selector: string): void {
  const button = document.querySelector<HTMLElement>(selector);
  button?.focus();
  button?.click();
}
