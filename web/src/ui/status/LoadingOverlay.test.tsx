/** The overlay that covers a page while it loads. */
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LoadingOverlay } from './LoadingOverlay.tsx';

// [R2.25]
test('it shows its message, or announces its label when there is none', () => {
  const { rerender } = render(<LoadingOverlay label="Loading…" message="Logging you in" />);
  expect(screen.getByRole('status')).toHaveTextContent('Logging you in');
  rerender(<LoadingOverlay label="Loading…" />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
});
