/** A checkbox with its label and its error. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Checkbox } from './Checkbox.tsx';

function Terms() {
  const [isChecked, setIsChecked] = useState(false);
  return (
    <Checkbox
      name="terms"
      isChecked={isChecked}
      onChange={setIsChecked}
      error={isChecked ? undefined : 'Please agree'}
    >
      I agree
    </Checkbox>
  );
}

test('the error describes the box until it is checked', async () => {
  render(<Terms />);
  const box = screen.getByRole('checkbox', { name: 'I agree' });
  expect(box).toHaveAccessibleDescription('Please agree');
  await userEvent.click(box);
  expect(box).toBeChecked();
  expect(box).not.toHaveAccessibleDescription();
});
