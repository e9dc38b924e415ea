/** Parts that come in one after another while the page takes the first paint's place. */
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useProgressiveMount } from './useProgressiveMount.ts';

const seen: number[] = [];

function Outer() {
  const shown = useProgressiveMount(3);
  seen.push(shown);
  return <p>{shown > 1 ? <Inner /> : 'nothing yet'}</p>;
}

function Inner() {
  return `${useProgressiveMount(2)} of 2`;
}

afterEach(() => {
  seen.length = 0;
  document.getElementById('first-paint')?.remove();
});

test('beside the first paint they come one by one, and so do the parts of a part', async () => {
  const paint = document.body.appendChild(document.createElement('div'));
  paint.id = 'first-paint';
  render(<Outer />);
  expect(screen.getByText('nothing yet')).toBeInTheDocument();
  paint.remove();
  expect(await screen.findByText('0 of 2')).toBeInTheDocument();
  expect(await screen.findByText('2 of 2')).toBeInTheDocument();
  await waitFor(() => expect([...new Set(seen)]).toEqual([0, 1, 2, 3]));
});

test('later they are there at once', () => {
  render(<Outer />);
  expect(screen.getByText('2 of 2')).toBeInTheDocument();
  expect([...new Set(seen)]).toEqual([3]);
});
