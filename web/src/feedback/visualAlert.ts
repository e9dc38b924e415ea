/** Requests the flashing frame around the screen that severe alerts can trigger. */
const listeners = new Set<() => void>();
/** Requested before the frame was mounted. */
let isPending = false;

export function showVisualAlert(): void {
  isPending = listeners.size === 0;
  for (const listener of listeners) listener();
}

export function onVisualAlert(listener: () => void): () => void {
  listeners.add(listener);
  if (isPending) showVisualAlert();
  return () => {
    listeners.delete(listener);
  };
}
