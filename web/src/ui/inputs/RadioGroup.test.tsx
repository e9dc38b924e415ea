/** Radio buttons of which exactly one is selected. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { RadioGroup } from './RadioGroup.tsx';

function TextSize() {
  const [size, setSize] = useState<'small' | 'large'>('small');
  return (
    <RadioGroup
      label="Text size"
      value={size}
      onChange={setSize}
      options={[
        { value: 'small', label: 'Small' },
        { value: 'large', label: 'Large' },
      ]}
    />
  );
}

test('an arrow key selects the next option', async () => {
  render(<TextSize />);
  expect(screen.getByRole('radiogroup', { name: 'Text size' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'Small' }));
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('radio', { name: 'Large' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Small' })).not.toBeChecked();
});
