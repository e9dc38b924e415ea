/** A panel with a heading. */
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Card } from './Card.tsx';

test('it is a region named by its title', () => {
  render(<Card title="Wind">24 km/h</Card>);
  expect(screen.getByRole('region', { name: 'Wind' })).toHaveTextContent('24 km/h');
});
