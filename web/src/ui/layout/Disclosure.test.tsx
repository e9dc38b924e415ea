/** A collapsible section. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Disclosure } from './Disclosure.tsx';

test('it opens and closes', async () => {
  render(<Disclosure title="Why?">Because of the wind.</Disclosure>);
  const content = screen.getByText('Because of the wind.');
  expect(content).not.toBeVisible();
  await userEvent.click(screen.getByText('Why?'));
  expect(content).toBeVisible();
  await userEvent.click(screen.getByText('Why?'));
  expect(content).not.toBeVisible();
});
