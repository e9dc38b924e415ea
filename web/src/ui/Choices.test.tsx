/** The ways to choose: switch, checkbox, radios, segments, list, slider. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Checkbox } from './Checkbox.tsx';
import { RadioGroup } from './RadioGroup.tsx';
import { SegmentedControl } from './SegmentedControl.tsx';
import { Select } from './Select.tsx';
import { Slider } from './Slider.tsx';
import { Switch } from './Switch.tsx';

function Choices() {
  const [isOn, setIsOn] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const [size, setSize] = useState<'small' | 'large'>('small');
  const [unit, setUnit] = useState<'c' | 'f'>('c');
  const [language, setLanguage] = useState<'en' | 'tr'>('en');
  const [volume, setVolume] = useState(1000);
  return (
    <>
      <Switch label="High contrast" hint="Stronger colours" isOn={isOn} onChange={setIsOn} />
      <Checkbox
        name="terms"
        isChecked={isChecked}
        onChange={setIsChecked}
        error={isChecked ? undefined : 'Please agree'}
      >
        I agree
      </Checkbox>
      <RadioGroup
        label="Text size"
        value={size}
        onChange={setSize}
        options={[
          { value: 'small', label: 'Small' },
          { value: 'large', label: 'Large' },
        ]}
      />
      <SegmentedControl
        label="Temperature"
        value={unit}
        onChange={setUnit}
        options={[
          { value: 'c', label: '°C' },
          { value: 'f', label: '°F' },
        ]}
      />
      <Select
        label="Language"
        value={language}
        onChange={setLanguage}
        options={[
          { value: 'en', label: 'English' },
          { value: 'tr', label: 'Türkçe' },
        ]}
      />
      <Slider label="Tone" value={volume} min={500} max={4000} step={500} onChange={setVolume} />
    </>
  );
}

test('a switch goes on and off by key and click', async () => {
  render(<Choices />);
  const control = screen.getByRole('switch', { name: /High contrast/ });
  await userEvent.click(control);
  expect(control).toBeChecked();
  await userEvent.keyboard(' ');
  expect(control).not.toBeChecked();
});

test('a checkbox tells its error until it is ticked', async () => {
  render(<Choices />);
  const box = screen.getByRole('checkbox', { name: 'I agree' });
  expect(box).toHaveAccessibleDescription('Please agree');
  await userEvent.click(box);
  expect(box).toBeChecked();
  expect(box).not.toHaveAccessibleDescription();
});

test.each([
  ['Text size', 'Small', 'Large', 'radiogroup'],
  ['Temperature', '°C', '°F', 'group'],
])('of %s one is chosen, by arrow keys too', async (group, first, second, role) => {
  render(<Choices />);
  expect(screen.getByRole(role, { name: group })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: first }));
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('radio', { name: second })).toBeChecked();
  expect(screen.getByRole('radio', { name: first })).not.toBeChecked();
});

test('a list offers its options by their names', async () => {
  render(<Choices />);
  const list = screen.getByRole('combobox', { name: 'Language' });
  await userEvent.selectOptions(list, 'Türkçe');
  expect(list).toHaveValue('tr');
});

test('a slider moves by its step', async () => {
  render(<Choices />);
  const slider = screen.getByRole('slider', { name: 'Tone' });
  slider.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(slider).toHaveValue('1500');
});
