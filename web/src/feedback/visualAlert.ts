/** Asks for the frame of light around the screen that severe warnings may bring. */
const listeners = new Set<() => void>();
/** Asked for before the frame was there to show itself. */
let isOwed = false;

export function showVisualAlert(): void {
  isOwed = listeners.size === 0;
  for (const listener of listeners) listener();
}

export function onVisualAlert(listener: () => void): () => void {
  listeners.add(listener);
  if (isOwed) showVisualAlert();
  return () => {
    listeners.delete(listener);
  };
}
