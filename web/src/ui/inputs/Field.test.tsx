/** Text fields with label, hint and error. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Field } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';

function Email({ error }: { error?: string }) {
  const [value, setValue] = useState('');
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      hint="We never share it"
      error={error}
      value={value}
      onChange={setValue}
    />
  );
}

test('it has its label, its hint and the right autocomplete', async () => {
  render(<Email />);
  const input = screen.getByRole('textbox', { name: 'Email' });
  expect(input).toHaveAccessibleDescription('We never share it');
  expect(input).toHaveAttribute('autocomplete', 'email');
  await userEvent.type(input, 'ada@example.org');
  expect(input).toHaveValue('ada@example.org');
});

test('an error marks the field and describes it', () => {
  render(<Email error="Invalid email address" />);
  const input = screen.getByRole('textbox', { name: 'Email' });
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription(/Invalid email address/);
});

function Password() {
  const [value, setValue] = useState('');
  return (
    <PasswordField
      label="Password"
      name="password"
      autoComplete="current-password"
      showLabel="Show password"
      hideLabel="Hide password"
      value={value}
      onChange={setValue}
    />
  );
}

test('a password is hidden until the button shows it', async () => {
  render(<Password />);
  const input = screen.getByLabelText('Password');
  expect(input).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input).toHaveAttribute('type', 'password');
});
