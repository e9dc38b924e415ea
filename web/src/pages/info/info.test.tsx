/** The help, about and legal pages. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readStored, writeStored } from '../../storage/store.ts';
import { answerWeather, renderApp } from '../../testing/renderApp.tsx';

// [R1.20, R2.08]
test.each([
  ['/privacy-policy', 'Privacy Policy', 'Effective 12 May 2024', 'Cookies'],
  ['/terms-conditions', 'Terms and Conditions', 'Effective May 2025', 'Governing law'],
])(
  '%s has its date and a table of contents that leads to every section',
  async (path, title, effective, section) => {
    renderApp(path);
    expect(await screen.findByText(effective)).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    const links = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link');
    for (const link of links) {
      const target = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
      expect(target).toHaveTextContent(link.textContent ?? '');
    }
    expect(links.map((link) => link.textContent)).toContain(section);
  },
);

test('the policy names the contact address', async () => {
  renderApp('/privacy-policy');
  expect(await screen.findByText(/write to support@example.org/)).toBeInTheDocument();
});

// [R1.20, R2.12]
test('about names the provider, the sources with their licences, and the version', async () => {
  renderApp('/about');
  expect(
    await screen.findByText(/a company that sells severe-weather forecasting/),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'GeoNames' })).toHaveAttribute(
    'href',
    'https://www.geonames.org/',
  );
  expect(await screen.findByText('Version 1.2.3')).toBeInTheDocument();
  expect(
    screen.getByRole('link', { name: 'Licences of the software Halcyon contains' }),
  ).toHaveAttribute('href', '/third-party-notices.txt');
});

// [R1.20, R2.12]
describe('help', () => {
  test('finds questions while typing and shows how many', async () => {
    const { user } = renderApp('/help');
    expect(await screen.findByText('How is wind measured?')).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox'), 'beaufort');
    expect(await screen.findByText('1 question found')).toBeInTheDocument();
    expect(screen.queryByText('I forgot my password.')).not.toBeInTheDocument();
    await user.type(screen.getByRole('searchbox'), ' xyz');
    expect(await screen.findByText(/No question fits/)).toBeInTheDocument();
  });

  test('changes its language as soon as another is chosen', async () => {
    renderApp('/help', { language: 'tr' });
    expect(await screen.findByText('Şifremi unuttum.')).toBeInTheDocument();
    writeStored('language', 'de');
    expect(await screen.findByText('Ich habe mein Passwort vergessen.')).toBeInTheDocument();
  });

  test('shows the tour again', async () => {
    answerWeather();
    writeStored('onboardingSeen', true);
    const { user } = renderApp('/help');
    await user.click(await screen.findByRole('button', { name: 'Show the introduction again' }));
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(readStored('onboardingSeen')).toBe(false);
  });
});
