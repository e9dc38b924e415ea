/** Content that is rendered when it comes near the viewport or is printed. */
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useInView } from './useInView.ts';

let setNear: (isNear: boolean) => void;

/** Replaces the IntersectionObserver that jsdom lacks; the test decides what is near. */
class Observer {
  constructor(callback: (entries: Array<{ isIntersecting: boolean }>) => void) {
    setNear = (isIntersecting) => act(() => callback([{ isIntersecting }]));
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

test('it is rendered once it is near, and stays when it is scrolled away', () => {
  render(<Chart />);
  setNear(false);
  expect(screen.queryByText('drawn')).not.toBeInTheDocument();
  setNear(true);
  setNear(false);
  expect(screen.getByText('drawn')).toBeInTheDocument();
});

test('an element that is added later is observed too', () => {
  const { rerender } = render(<Chart hasBox={false} />);
  rerender(<Chart />);
  setNear(true);
  expect(screen.getByText('drawn')).toBeInTheDocument();
});

test('it is rendered for printing', () => {
  render(<Chart />);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText('drawn')).toBeInTheDocument();
});
