/** Segments of which exactly one is selected. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SegmentedControl } from './SegmentedControl.tsx';

function Temperature() {
  const [unit, setUnit] = useState<'c' | 'f'>('c');
  return (
    <SegmentedControl
      label="Temperature"
      value={unit}
      onChange={setUnit}
      options={[
        { value: 'c', label: '°C' },
        { value: 'f', label: '°F' },
      ]}
    />
  );
}

test('an arrow key selects the next segment', async () => {
  render(<Temperature />);
  expect(screen.getByRole('group', { name: 'Temperature' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: '°C' }));
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('radio', { name: '°F' })).toBeChecked();
  expect(screen.getByRole('radio', { name: '°C' })).not.toBeChecked();
});
