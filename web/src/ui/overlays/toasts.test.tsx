/** Toasts: how many are shown, how long, and what pauses their time-out. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ToastRegion } from './ToastRegion.tsx';
import { ToastContext, ToastStore } from './toasts.ts';

let store: ToastStore;

beforeEach(() => {
  vi.useFakeTimers();
  store = new ToastStore();
  render(
    <ToastContext value={store}>
      <ToastRegion label="Messages" closeLabel="Close" />
    </ToastContext>,
  );
});

const add = (toast: Parameters<ToastStore['add']>[0]) => {
  let id = '';
  act(() => {
    id = store.add(toast);
  });
  return id;
};
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

// [R9.01, R9.07]
test.each([
  ['session', 5_000],
  ['app', 3_000],
] as const)('a toast of the %s goes after %i ms', (level, lifetime) => {
  add({ level, text: 'Hello' });
  pass(lifetime - 1);
  expect(screen.getByText('Hello')).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText('Hello')).not.toBeInTheDocument();
});

// [R9.01, R9.07]
test('a success with an Undo button goes after 8 s', () => {
  const action = { label: 'Undo', onPress: () => undefined };
  add({ level: 'app', text: 'Location deleted', action });
  pass(7_999);
  expect(screen.getByText('Location deleted')).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText('Location deleted')).not.toBeInTheDocument();
});

// [R9.01, R9.07]
test('at most three app toasts are shown; the oldest is dropped', () => {
  for (const text of ['one', 'two', 'three', 'four']) add({ level: 'app', text });
  add({ level: 'session', text: 'session' });
  expect(screen.queryByText('one')).not.toBeInTheDocument();
  for (const text of ['two', 'three', 'four', 'session']) {
    expect(screen.getByText(text)).toBeInTheDocument();
  }
});

// [R9.01, R9.07]
describe('the time-out', () => {
  test('is paused under the pointer', () => {
    add({ level: 'app', text: 'Hello' });
    const toast = screen.getByText('Hello').parentElement as HTMLElement;
    fireEvent.pointerEnter(toast);
    pass(60_000);
    expect(screen.getByText('Hello')).toBeInTheDocument();
    fireEvent.pointerLeave(toast);
    pass(3_000);
    expect(screen.queryByText('Hello')).not.toBeInTheDocument();
  });

  test('is paused while the toast has focus', () => {
    add({ level: 'app', text: 'Hello' });
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    pass(60_000);
    expect(screen.getByText('Hello')).toBeInTheDocument();
  });
});

// [R9.01, R9.07]
test('an error with a button stays until it is pressed or closed', () => {
  const onPress = vi.fn();
  add({ level: 'app', text: 'No network', isError: true, action: { label: 'Retry', onPress } });
  pass(600_000);
  expect(screen.getByRole('alert')).toHaveTextContent('No network');
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onPress).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

// [R4.23]
test('toasts are added, updated and removed', () => {
  const id = add({ level: 'app', text: 'Saving' });
  act(() => store.update(id, { text: 'Saved' }));
  expect(screen.queryByText('Saving')).not.toBeInTheDocument();
  expect(screen.getByText('Saved')).toBeInTheDocument();
  act(() => store.remove(id));
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

test('the live region exists before the first toast, so that it is announced', () => {
  const region = screen.getByRole('region', { name: 'Messages' });
  expect(region.querySelectorAll('[aria-live="polite"]')).toHaveLength(2);
});
