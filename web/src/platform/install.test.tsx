/** The browser's install prompt, offered in the menu. */
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerWeather, renderApp } from '../testing/renderApp.tsx';
import { watchInstallOffer } from './install.ts';

test('the menu offers it while there is one, and it opens once', async () => {
  watchInstallOffer();
  answerWeather();
  const { user } = renderApp('/');
  const open = async () => user.click(await screen.findByRole('button', { name: 'Open menu' }));
  await open();
  await screen.findByRole('link', { name: 'Home' });
  expect(screen.queryByText('Install as an app')).not.toBeInTheDocument();

  const prompt = vi.fn(async () => undefined);
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(offer));
  expect(offer.defaultPrevented).toBe(true);
  expect(prompt).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Install as an app' }));
  expect(prompt).toHaveBeenCalledOnce();
  await open();
  await screen.findByRole('link', { name: 'Home' });
  expect(screen.queryByText('Install as an app')).not.toBeInTheDocument();
});
