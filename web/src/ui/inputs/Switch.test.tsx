/** A setting that is on or off. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Switch } from './Switch.tsx';

function HighContrast() {
  const [isOn, setIsOn] = useState(false);
  return <Switch label="High contrast" hint="Stronger colours" isOn={isOn} onChange={setIsOn} />;
}

test('a click turns it on and the space bar turns it off', async () => {
  render(<HighContrast />);
  const control = screen.getByRole('switch', { name: /High contrast/ });
  await userEvent.click(control);
  expect(control).toBeChecked();
  await userEvent.keyboard(' ');
  expect(control).not.toBeChecked();
});
