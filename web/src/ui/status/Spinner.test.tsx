/** The busy indicator. */
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Spinner } from './Spinner.tsx';

test('its label is announced', () => {
  render(<Spinner label="Saving" />);
  expect(screen.getByRole('status')).toHaveTextContent('Saving');
});
