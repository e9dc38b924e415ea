/** Waiting for the stylesheets at start. */
import { afterEach, expect, test } from 'vitest';
import { stylesheetsLoaded } from './stylesheetsLoaded.ts';

afterEach(() => {
  document.head.innerHTML = '';
});

test('ends when each has loaded or failed', async () => {
  const links = ['a', 'b'].map((name) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `http://localhost:3000/${name}.css`;
    return document.head.appendChild(link);
  });
  let isDone = false;
  const done = stylesheetsLoaded().then(() => {
    isDone = true;
  });
  links[0]?.dispatchEvent(new Event('load'));
  await Promise.resolve();
  expect(isDone).toBe(false);
  links[1]?.dispatchEvent(new Event('error'));
  await done;
  expect(isDone).toBe(true);
});

test('ends at once without stylesheets', async () => {
  await expect(stylesheetsLoaded()).resolves.toBeUndefined();
});
