/** A number chosen on a scale. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Slider } from './Slider.tsx';

function Tone() {
  const [hertz, setHertz] = useState(1000);
  return <Slider label="Tone" value={hertz} min={500} max={4000} step={500} onChange={setHertz} />;
}

test('an arrow key moves it by one step', async () => {
  render(<Tone />);
  const slider = screen.getByRole('slider', { name: 'Tone' });
  slider.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(slider).toHaveValue('1500');
});
