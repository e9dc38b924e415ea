/** Mounts Halcyon into the page, or fails loudly. */
import { nextTask } from './scheduling/nextTask.ts';

export const started = begin();

/** Step by step, each a task of its own: the browser may answer a finger in between. */
async function begin() {
  await documentRead();
  await import('react-dom/client');
  await nextTask();
  const { start } = await import('./app/startup/start.tsx');
  const root = document.getElementById('root');
  if (!root) throw new Error('Halcyon cannot start: the page has no element with the id "root"');
  await nextTask();
  return start(root);
}

/** The script comes while the browser still reads the page, which ends with what the server sent along. */
async function documentRead() {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}
