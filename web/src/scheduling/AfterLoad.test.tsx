/** What waits for the page: parts come in one after another, and the rest after the last of them. */
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

/** The longest that a quiet moment is waited for. */
const longestWaitMs = 2_000;

const letters = ['a', 'b', 'c'];

function Parts() {
  const shown = useProgressiveMount(letters.length);
  return letters.slice(0, shown).join('');
}

/** As a section whose own parts come later than itself. */
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

test('beside the first paint the rest waits until the last part has come in', () => {
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

test('what comes with a part waits for the others as well', () => {
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

test('whatever waits has a quiet moment of its own', () => {
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

test('what has gone before its turn keeps nobody waiting', () => {
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
  act(() => void vi.advanceTimersByTime(longestWaitMs + 1));
  expect(view.container).toHaveTextContent(/^there$/);
});

test('a page that follows another comes at once', () => {
  render(page);
  expect(screen.getByTestId('parts')).toHaveTextContent('abc');
  expect(screen.getByText('later')).toBeInTheDocument();
});
