/** Sections that are mounted one per frame during the first load. */
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

test('during the first load sections mount one by one, nested lists too', async () => {
  const paint = document.body.appendChild(document.createElement('div'));
  paint.id = 'first-paint';
  render(<Outer />);
  expect(screen.getByText('nothing yet')).toBeInTheDocument();
  paint.remove();
  expect(await screen.findByText('0 of 2')).toBeInTheDocument();
  expect(await screen.findByText('2 of 2')).toBeInTheDocument();
  await waitFor(() => expect([...new Set(seen)]).toEqual([0, 1, 2, 3]));
});

test('after the first load all sections mount at once', () => {
  render(<Outer />);
  expect(screen.getByText('2 of 2')).toBeInTheDocument();
  expect([...new Set(seen)]).toEqual([3]);
});
