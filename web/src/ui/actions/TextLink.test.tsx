/** Internal and external links. */
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HistoryRouter } from '../../navigation/HistoryRouter.tsx';
import { TextLink } from './TextLink.tsx';

test('a path stays in the app, an external address gets no referrer', () => {
  render(
    <HistoryRouter>
      <TextLink to="/help">Help</TextLink>
      <TextLink to="https://open-meteo.com/">Open-Meteo</TextLink>
    </HistoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/help');
  const outside = screen.getByRole('link', { name: 'Open-Meteo' });
  expect(outside).toHaveAttribute('rel', 'noopener noreferrer');
});
