/** Starting the app. */
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerWeather } from './testing/renderApp.tsx';

afterEach(() => {
  document.body.innerHTML = '';
  vi.resetModules();
});

// [R2.27]
test('without a root element the start throws', async () => {
  const { started } = await import('./main.tsx');
  await expect(started).rejects.toThrow('no element with the id "root"');
});

// [R2.27]
test('with a root element the app mounts into it', async () => {
  answerWeather();
  document.body.innerHTML = '<div id="root"></div>';
  const { started } = await import('./main.tsx');
  const app = await started;
  const root = document.getElementById('root');
  expect(root).toContainElement(await screen.findByRole('button', { name: 'Open menu' }));
  // Rendering continues asynchronously; unmount before the test ends.
  app.unmount();
});
