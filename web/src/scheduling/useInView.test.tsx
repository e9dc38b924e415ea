/** Drawn when it comes near the screen, or goes on paper. */
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useInView } from './useInView.ts';

let tell: (isNear: boolean) => void;

/** A stand-in for what jsdom lacks: it lays nothing out, so the test says what is near. */
class Observer {
  constructor(callback: (entries: Array<{ isIntersecting: boolean }>) => void) {
    tell = (isIntersecting) => act(() => callback([{ isIntersecting }]));
  }
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer);
  return () => vi.unstubAllGlobals();
});

function Chart({ hasBox = true }) {
  const { ref, isInView } = useInView();
  return hasBox && <div ref={ref}>{isInView && 'drawn'}</div>;
}

test('it waits until it is near, and stays when it is left behind', () => {
  render(<Chart />);
  tell(false);
  expect(screen.queryByText('drawn')).not.toBeInTheDocument();
  tell(true);
  tell(false);
  expect(screen.getByText('drawn')).toBeInTheDocument();
});

test('an element that comes later is watched as well', () => {
  const { rerender } = render(<Chart hasBox={false} />);
  rerender(<Chart />);
  tell(true);
  expect(screen.getByText('drawn')).toBeInTheDocument();
});

test('on paper everything is drawn', () => {
  render(<Chart />);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText('drawn')).toBeInTheDocument();
});
