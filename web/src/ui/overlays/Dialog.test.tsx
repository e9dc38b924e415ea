/** The dialog: focus, ways to close it, and the style it needs on iOS. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from '../actions/Button.tsx';
import { Dialog } from './Dialog.tsx';

function Question({ role }: { role?: 'dialog' | 'alertdialog' }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Delete</Button>
      <Dialog
        {...(role && { role })}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Delete the place?"
        actions={<Button onClick={() => setIsOpen(false)}>Cancel</Button>}
      >
        It cannot be brought back.
      </Dialog>
    </>
  );
}

test('it is named by its title, takes the focus and returns it', async () => {
  render(<Question />);
  const opener = screen.getByRole('button', { name: 'Delete' });
  await userEvent.click(opener);
  const dialog = screen.getByRole('dialog', { name: 'Delete the place?' });
  expect(dialog).toContainElement(document.activeElement as HTMLElement);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(opener).toHaveFocus());
});

test('a click outside closes a dialog, but not an alertdialog', async () => {
  const { unmount } = render(<Question />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(document.body);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  unmount();

  render(<Question role="alertdialog" />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(document.body);
  expect(screen.getByRole('alertdialog')).toBeInTheDocument();
});

test('the style that locks scrolling on iOS is the one the content security policy allows', async () => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('iPhone');
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('AppleWebKit/605.1.15 Mobile Safari');
  const before = new Set(document.querySelectorAll('style'));
  render(<Question />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const added = [...document.querySelectorAll('style')].filter((style) => !before.has(style));
  const policy = readFileSync(resolve('../server/src/http/security_headers.rs'), 'utf8');
  const allowed = /SCROLL_LOCK_STYLE: &str = "([^"]*)"/.exec(policy)?.[1];
  expect(added.map(({ textContent }) => textContent)).toEqual([allowed?.replaceAll('\\n', '\n')]);
});
