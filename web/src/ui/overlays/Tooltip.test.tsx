/** The tooltip by keyboard. */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { IconButton } from '../actions/IconButton.tsx';
import { Tooltip } from './Tooltip.tsx';

test('focus shows it, Escape hides it', async () => {
  render(
    <Tooltip text="Asks the server again">
      <IconButton icon="refresh" label="Refresh" />
    </Tooltip>,
  );
  await userEvent.tab();
  const tooltip = await screen.findByRole('tooltip');
  expect(tooltip).toHaveTextContent('Asks the server again');
  expect(screen.getByRole('button', { name: 'Refresh' })).toHaveAccessibleDescription(
    'Asks the server again',
  );
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
});
