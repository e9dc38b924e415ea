/** The accessibility page: each setting takes effect at once and can be reset. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readStored } from '../../storage/store.ts';
import { renderApp, signIn } from '../../testing/renderApp.tsx';

const root = document.documentElement;

test('contrast, motion, text size, palette and theme take effect at once, and a reset reverts them', async () => {
  const { user } = renderApp('/accessibility-settings');
  await user.click(await screen.findByRole('switch', { name: /High contrast/ }));
  await user.click(screen.getByRole('switch', { name: /Reduce motion/ }));
  await user.click(screen.getByRole('radio', { name: 'Large' }));
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Colour vision' }), 'Monochrome');
  expect(root).toHaveAttribute('data-contrast', 'high');
  expect(root).toHaveAttribute('data-motion', 'reduced');
  expect(root).toHaveAttribute('data-font-size', 'large');
  expect(root).toHaveAttribute('data-theme', 'dark');
  expect(root).toHaveAttribute('data-color-vision', 'monochrome');

  await user.click(screen.getByRole('button', { name: 'Reset to defaults' }));
  expect(root).not.toHaveAttribute('data-contrast');
  expect(root).toHaveAttribute('data-motion', 'full');
  expect(root).toHaveAttribute('data-font-size', 'medium');
  expect(
    await screen.findByText('Accessibility settings are back to their defaults.'),
  ).toBeInTheDocument();
});

test('a visitor changes language and units here', async () => {
  const { user } = renderApp('/accessibility-settings');
  const temperature = await screen.findByRole('group', { name: 'Temperature' });
  await user.click(within(temperature).getByRole('radio', { name: '°F' }));
  expect(readStored('units')).toMatchObject({ temperature: 'fahrenheit', windSpeed: 'm/s' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
  expect(
    await screen.findByRole('heading', { name: 'Einstellungen und Barrierefreiheit' }),
  ).toBeInTheDocument();
  await waitFor(() => expect(readStored('language')).toBe('de'));
});

// [B9]
test('a user has language, theme and units in the settings only', async () => {
  signIn();
  renderApp('/accessibility-settings');
  expect(await screen.findByRole('link', { name: 'Settings' })).toHaveAttribute(
    'href',
    '/settings',
  );
  expect(screen.getByRole('heading', { name: 'Accessibility' })).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Large' })).toBeInTheDocument();
  expect(screen.queryByRole('combobox', { name: 'Language' })).not.toBeInTheDocument();
  expect(screen.queryByRole('radio', { name: 'Dark' })).not.toBeInTheDocument();
});

// [B9]
test('a visitor reads that notifications need an account', async () => {
  renderApp('/accessibility-settings');
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/login?next=%2Fsettings',
  );
});

// [B8]
test('the clock is chosen with the units, and a system leaves it as it is', async () => {
  const { user } = renderApp('/accessibility-settings');
  const time = within(await screen.findByRole('group', { name: 'Time' }));
  expect(time.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  expect(screen.getByText('For example: 15:30')).toBeInTheDocument();
  await user.click(time.getByRole('radio', { name: '12-hour' }));
  expect(screen.getByText(/^For example: 3:30\spm$/)).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Imperial' }));
  expect(readStored('units').timeFormat).toBe('12h');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Wind speed' }), 'Beaufort (Bft)');
  expect(screen.getByText(/^For example: 4\sBft$/)).toBeInTheDocument();
});

test('a system of units switches all five', async () => {
  const { user } = renderApp('/accessibility-settings');
  await user.click(await screen.findByRole('radio', { name: 'Imperial' }));
  expect(readStored('units')).toEqual({
    temperature: 'fahrenheit',
    precipitation: 'inches',
    windSpeed: 'mph',
    pressure: 'inHg',
    distance: 'mi',
    unitSystem: 'imperial',
    timeFormat: 'auto',
  });
});
