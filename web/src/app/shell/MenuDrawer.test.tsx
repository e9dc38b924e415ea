/** The menu by keyboard and pointer. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { network } from '../../testing/network.ts';
import { answerWeather, renderApp, signIn } from '../../testing/renderApp.tsx';

/** The menu restores the focus a frame after it is removed, which must not happen after the last test. */
afterAll(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));

beforeEach(() => answerWeather());

async function openMenu(...options: Parameters<typeof renderApp>) {
  const { user } = renderApp(...options);
  await user.click(await screen.findByRole('button', { name: 'Open menu' }));
  const menu = await screen.findByRole('dialog', { name: 'Menu' });
  return { user, menu };
}

// [R2.16, R4.23]
describe('the drawer', () => {
  test('takes the focus, traps it, and returns it on Escape', async () => {
    const { user, menu } = await openMenu('/contact');
    expect(menu).toContainElement(document.activeElement as HTMLElement);
    for (let step = 0; step < 20; step += 1) {
      await user.tab();
      expect(menu).toContainElement(document.activeElement as HTMLElement);
    }
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus());
  });

  test('closes on a click outside, and locks scrolling while open', async () => {
    const { user } = await openMenu('/contact');
    expect(document.documentElement.style.overflow).toBe('hidden');
    await user.click(document.body);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(document.documentElement.style.overflow).not.toBe('hidden');
  });

  test('closes when a page is chosen, and the page is announced', async () => {
    const { user, menu } = await openMenu('/contact');
    await user.click(within(menu).getByRole('link', { name: /^Accessibility/ }));
    expect(
      await screen.findByRole('heading', { name: 'Settings and accessibility' }),
    ).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(document.querySelector('[data-announcer]')).toHaveTextContent(
      'Settings and accessibility',
    );
  });
});

// [F]
test('the theme is set in the menu, which stays open', async () => {
  const { user, menu } = await openMenu('/contact');
  await user.click(within(menu).getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  expect(menu).toBeInTheDocument();
});

// [R2.17, R2.19]
test('signed in, Profile and Settings are enabled and Logout leads to the login', async () => {
  signIn();
  network.use(http.post('*/api/auth/logout', () => HttpResponse.json({})));
  const { user, menu } = await openMenu('/contact');
  await waitFor(() =>
    expect(within(menu).getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile'),
  );
  expect(within(menu).getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
  await user.click(within(menu).getByRole('button', { name: 'Logout' }));
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument();
  expect(await screen.findByText('You have been logged out.')).toBeInTheDocument();
});

// [R2.20]
describe('the debug console', () => {
  test('is hidden from ordinary accounts', async () => {
    signIn();
    const { menu } = await openMenu('/contact');
    await within(menu).findByRole('button', { name: 'Logout' });
    expect(within(menu).queryByText('Debug Console')).not.toBeInTheDocument();
  });

  test('is listed after Help and logs hints in a browser', async () => {
    signIn({ debug_console: true });
    const hints = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const { user, menu } = await openMenu('/contact');
    const entry = await within(menu).findByRole('button', { name: 'Debug Console' });
    const help = within(menu).getByRole('link', { name: 'Help' });
    expect(help.compareDocumentPosition(entry)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(entry);
    expect(hints).toHaveBeenCalledWith('Halcyon debug hints', expect.anything());
  });
});
