/** Entry point: mounts the app, or throws. */
import { nextTask } from './scheduling/nextTask.ts';

export const started = startInSteps();

/** Each step runs in its own task, so that the browser can handle input in between (decision 0085). */
async function startInSteps() {
  await documentParsed();
  await import('react-dom/client');
  await nextTask();
  const { start } = await import('./app/startup/start.tsx');
  const root = document.getElementById('root');
  if (!root) throw new Error('Halcyon cannot start: the page has no element with the id "root"');
  await nextTask();
  return start(root);
}

/** The script may run before the end of the page, where the server puts the data for the app. */
async function documentParsed() {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}
