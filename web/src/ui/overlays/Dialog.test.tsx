/** The dialog: focus and ways to close it. */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
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
  await userEvent.click(document.querySelector('.backdrop') as Element);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  unmount();

  render(<Question role="alertdialog" />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(document.querySelector('.backdrop') as Element);
  expect(screen.getByRole('alertdialog')).toBeInTheDocument();
});
