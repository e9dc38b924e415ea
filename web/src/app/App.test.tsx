/** The home page and the menu for visitors. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerWeather, renderApp } from '../testing/renderApp.tsx';

// [R2.02]
test('the home page shows the weather and the menu button', async () => {
  answerWeather();
  renderApp('/');
  expect(await screen.findByText('Temperature now: 17°')).toBeInTheDocument();
  expect(screen.getByText('Feels like 15°')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Open menu' })).toBeInTheDocument();
});

// [R2.17, R2.18]
test('the menu lists its entries in order, with Profile and Settings disabled for visitors', async () => {
  const { user } = renderApp('/contact');
  await user.click(await screen.findByRole('button', { name: 'Open menu' }));
  const menu = await screen.findByRole('navigation', { name: 'Menu' });
  const entries = within(menu).getAllByRole('link');
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'Home',
    'ProfileRequires authentication',
    'SettingsRequires authentication',
    'AccessibilityTheme, language and units',
    'Login',
    'Help',
    'Privacy Policy',
    'Terms and Conditions',
  ]);
  for (const name of [/^Profile/, /^Settings/]) {
    expect(within(menu).getByRole('link', { name })).toHaveAttribute('aria-disabled', 'true');
  }
});
