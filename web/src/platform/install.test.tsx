/** The browser's install prompt, offered on the help page. */
import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerWeather, renderApp } from '../testing/renderApp.tsx';
import { watchInstallOffer } from './install.ts';

const offerText = 'Install as an app';

test('help offers it while there is one, and it opens once; the menu does not', async () => {
  watchInstallOffer();
  answerWeather();
  const { user } = renderApp('/help');
  await screen.findByRole('heading', { level: 1, name: 'Help' });
  expect(screen.queryByText(offerText)).not.toBeInTheDocument();

  const prompt = vi.fn(async () => undefined);
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(offer));
  expect(offer.defaultPrevented).toBe(true);
  expect(prompt).not.toHaveBeenCalled();
  // [R2.17]
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  const menu = await screen.findByRole('dialog', { name: 'Menu' });
  await within(menu).findByRole('link', { name: 'Home' });
  expect(within(menu).queryByText(offerText)).not.toBeInTheDocument();
  await user.keyboard('{Escape}');

  await user.click(await screen.findByRole('button', { name: offerText }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(screen.queryByText(offerText)).not.toBeInTheDocument();
});
