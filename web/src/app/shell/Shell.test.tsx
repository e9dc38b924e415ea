/** The frame: language, announcements, focus. */
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { writeStored } from '../../storage/store.ts';
import { answerWeather, renderApp } from '../../testing/renderApp.tsx';

beforeEach(() => answerWeather());
const spoken = () => document.querySelector('[data-announcer]')?.textContent;

// [R4.24]
test('the language changes without a reload, together with the lang attribute', async () => {
  renderApp('/contact');
  expect(await screen.findByRole('heading', { name: 'Contact' })).toBeInTheDocument();
  act(() => writeStored('language', 'tr'));
  expect(await screen.findByRole('heading', { name: 'İletişim' })).toBeInTheDocument();
  expect(document.documentElement.lang).toBe('tr');
});

// [R2.26, R9.01]
describe('the first load', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  test('is announced after a second if the setting is on', () => {
    writeStored('accessibility', { screenReaderEnabled: true });
    renderApp('/contact');
    act(() => vi.advanceTimersByTime(999));
    expect(spoken()).toBe('');
    act(() => vi.advanceTimersByTime(1));
    expect(spoken()).toBe('Halcyon has loaded.');
  });

  test('is not announced otherwise', () => {
    renderApp('/contact');
    act(() => vi.advanceTimersByTime(5_000));
    expect(spoken()).toBe('');
  });
});

test('the first page does not take the focus', async () => {
  renderApp('/contact');
  await screen.findByRole('heading', { name: 'Contact' });
  expect(document.body).toHaveFocus();
});

test('a page reached by a link takes the focus', async () => {
  const { user } = renderApp('/help');
  await user.click(await screen.findByRole('link', { name: 'About Halcyon' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});
