/** Asks for the frame of light around the screen that severe warnings may bring. */
const listeners = new Set<() => void>();

export function showVisualAlert(): void {
  for (const listener of listeners) listener();
}

export function onVisualAlert(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
