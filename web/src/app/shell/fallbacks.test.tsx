/** The error screens. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pageTexts } from '../../../build/texts.ts';
import { I18nProvider } from '../../i18n/I18n.tsx';
import { readStored, restoreSettings, writeStored } from '../../storage/store.ts';
import { SafeSection, SectionFallbackContext } from '../../ui/status/SafeSection.tsx';
import { AppFallback, SectionFallback } from './fallbacks.tsx';

const english = { language: 'en' as const, texts: JSON.parse(pageTexts('en')) };
const inEnglish = (children: ReactNode) => (
  <I18nProvider language="en" initial={english} onChange={() => undefined}>
    {children}
  </I18nProvider>
);
const error = new Error('the chart fell over');

// [R2.21, R9.01]
describe('the error screen of the app', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  const second = () => act(() => vi.advanceTimersByTime(1_000));

  test('counts ten seconds down and reloads', () => {
    const reload = vi.fn();
    render(inEnglish(<AppFallback error={error} reload={reload} />));
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument();
    expect(screen.getByText('The app reloads in 10 seconds.')).toBeInTheDocument();
    for (let passed = 0; passed < 9; passed += 1) second();
    expect(screen.getByText('The app reloads in 1 second.')).toBeInTheDocument();
    expect(reload).not.toHaveBeenCalled();
    second();
    expect(reload).toHaveBeenCalledOnce();
  });

  test('can be stopped, reloaded at once, and shows details', () => {
    const reload = vi.fn();
    render(inEnglish(<AppFallback error={error} reload={reload} />));
    fireEvent.click(screen.getByRole('button', { name: 'Stop countdown' }));
    for (let passed = 0; passed < 20; passed += 1) second();
    expect(reload).not.toHaveBeenCalled();
    expect(screen.getByText('Technical Details').parentElement).toHaveTextContent(error.message);
    fireEvent.click(screen.getByRole('button', { name: 'Reload Now' }));
    expect(reload).toHaveBeenCalledOnce();
  });
});

// [R2.23]
describe('the button of an error screen', () => {
  test.each([
    ['Reload Now', <AppFallback key="app" error={error} />],
    ['Reload Page', <SectionFallback key="section" error={error} />],
  ])('%s clears local storage except the token and the settings', (name, screenOfError) => {
    // jsdom reports that it cannot navigate; a journey follows the navigation.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    localStorage.setItem('auth_token', 'kept');
    localStorage.setItem('foreign', 'cause of the error');
    writeStored('theme', 'dark');
    writeStored('selectedLocation', { id: null, name: 'Bonn', latitude: 50.7, longitude: 7.1 });
    render(inEnglish(screenOfError));
    fireEvent.click(screen.getByRole('button', { name }));
    expect(Object.keys(localStorage).sort()).toEqual(['auth_token', 'user_preferences']);
    restoreSettings();
    expect(readStored('theme')).toBe('dark');
  });
});

function Broken(): ReactNode {
  throw error;
}

// [R2.22]
test('a failed section leaves the rest of the page working', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    inEnglish(
      <SectionFallbackContext value={SectionFallback}>
        <SafeSection>
          <Broken />
        </SafeSection>
        <p>The rest</p>
      </SectionFallbackContext>,
    ),
  );
  expect(screen.getByText('The rest')).toBeInTheDocument();
  expect(screen.getByText('Something went wrong.')).toBeInTheDocument();
  expect(screen.getByText('Error Details').parentElement).toHaveTextContent(error.message);
  expect(screen.getByRole('button', { name: 'Reload Page' })).toBeInTheDocument();
});
