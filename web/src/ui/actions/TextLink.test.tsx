/** Internal and external links. */
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { TextLink } from './TextLink.tsx';

test('a path stays in the app, an external address gets no referrer', () => {
  render(
    <MemoryRouter>
      <TextLink to="/help">Help</TextLink>
      <TextLink to="https://open-meteo.com/">Open-Meteo</TextLink>
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/help');
  const outside = screen.getByRole('link', { name: 'Open-Meteo' });
  expect(outside).toHaveAttribute('rel', 'noopener noreferrer');
});
