/** What stands while something is on its way: spinner, overlay, skeleton, card. */
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Card } from './Card.tsx';
import { LoadingOverlay } from './LoadingOverlay.tsx';
import { Skeleton } from './Skeleton.tsx';
import { Spinner } from './Spinner.tsx';

test('a spinner with words speaks them', () => {
  render(<Spinner label="Saving" />);
  expect(screen.getByRole('status')).toHaveTextContent('Saving');
});

// [R2.25]
test('the overlay shows its message, or speaks its label when there is none', () => {
  const { rerender } = render(<LoadingOverlay label="Loading…" message="Signing you in" />);
  expect(screen.getByRole('status')).toHaveTextContent('Signing you in');
  rerender(<LoadingOverlay label="Loading…" />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
});

test('a skeleton is nothing to a screen reader', () => {
  const { container } = render(<Skeleton shape="line" width="8em" />);
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
});

test('a card is found by its title', () => {
  render(<Card title="Wind">24 km/h</Card>);
  expect(screen.getByRole('region', { name: 'Wind' })).toHaveTextContent('24 km/h');
});
