/** Work that waits for the first load: it starts after the last section is mounted, one entry per idle period. */
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AfterLoad } from './AfterLoad.tsx';
import { endFirstPaint } from './firstPaint.ts';
import { useProgressiveMount } from './useProgressiveMount.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  endFirstPaint();
  vi.useRealTimers();
});

/** The time-out of an idle period. */
const maxWaitMs = 2_000;

const letters = ['a', 'b', 'c'];

function Parts() {
  const shown = useProgressiveMount(letters.length);
  return letters.slice(0, shown).join('');
}

/** A section with content that waits for the load. */
function PartsWithMore() {
  const shown = useProgressiveMount(letters.length);
  return (
    <p data-testid="parts">
      {letters.slice(0, shown).join('')}
      {shown > 0 && <AfterLoad>more</AfterLoad>}
    </p>
  );
}

const page = (
  <>
    <p data-testid="parts">
      <Parts />
    </p>
    <AfterLoad>later</AfterLoad>
  </>
);

function showFirstPaint() {
  const painted = document.createElement('div');
  painted.id = 'first-paint';
  document.body.append(painted);
}

test('during the first load it waits until the last section is mounted', () => {
  showFirstPaint();
  render(page);
  expect(screen.getByTestId('parts')).toBeEmptyDOMElement();
  const seen: Array<[string | null, boolean]> = [];
  for (let step = 0; step < 300 && !screen.queryByText('later'); step += 1) {
    act(() => void vi.advanceTimersByTime(16));
    seen.push([screen.getByTestId('parts').textContent, screen.queryByText('later') !== null]);
  }
  expect(seen).toContainEqual(['ab', false]);
  expect(seen.at(-1)).toEqual(['abc', true]);
});

test('inside a section it waits for the other sections too', () => {
  showFirstPaint();
  render(<PartsWithMore />);
  endFirstPaint();
  const seen: Array<string | null> = [];
  for (let step = 0; step < 300 && !screen.queryByText('abcmore'); step += 1) {
    act(() => void vi.advanceTimersByTime(16));
    seen.push(screen.getByTestId('parts').textContent);
  }
  expect([...new Set(seen)]).toEqual(['', 'a', 'ab', 'abc', 'abcmore']);
});

test('each entry gets its own idle period', () => {
  showFirstPaint();
  render(
    <p data-testid="parts">
      <Parts />
      <AfterLoad> one</AfterLoad>
      <AfterLoad> two</AfterLoad>
    </p>,
  );
  endFirstPaint();
  const seen: Array<string | null> = [];
  for (let step = 0; step < 600 && !screen.queryByText('abc one two'); step += 1) {
    act(() => void vi.advanceTimersByTime(16));
    seen.push(screen.getByTestId('parts').textContent);
  }
  expect([...new Set(seen)]).toEqual(['', 'a', 'ab', 'abc', 'abc one', 'abc one two']);
});

test('an entry that was unmounted does not block the next one', () => {
  showFirstPaint();
  const view = render(
    <>
      <AfterLoad>gone</AfterLoad>
      <AfterLoad>there</AfterLoad>
    </>,
  );
  endFirstPaint();
  view.rerender(
    <>
      {null}
      <AfterLoad>there</AfterLoad>
    </>,
  );
  act(() => void vi.advanceTimersByTime(maxWaitMs + 1));
  expect(view.container).toHaveTextContent(/^there$/);
});

test('after a navigation inside the app everything mounts at once', () => {
  render(page);
  expect(screen.getByTestId('parts')).toHaveTextContent('abc');
  expect(screen.getByText('later')).toBeInTheDocument();
});
