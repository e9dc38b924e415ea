/** The list of toasts on screen. Session messages are separate; of the others at most three are shown. */
import { createContext, use } from 'react';

const sessionToastMs = 5_000;
const appToastMs = 3_000;
/** Long enough to read the message and press its button. */
const undoToastMs = 8_000;
const maxAppToasts = 3;

interface ToastAction {
  label: string;
  onPress: () => void;
}

export interface Toast {
  id: string;
  level: 'session' | 'app';
  text: string;
  isError?: boolean;
  action?: ToastAction;
}

/** How long a toast is shown; null if it stays until it is closed, as errors with a button do. */
export function lifetimeMs(toast: Toast): number | null {
  if (toast.action) return toast.isError ? null : undoToastMs;
  return toast.level === 'session' ? sessionToastMs : appToastMs;
}

export class ToastStore {
  readonly #listeners = new Set<() => void>();
  #toasts: readonly Toast[] = [];
  #nextId = 1;

  get toasts(): readonly Toast[] {
    return this.#toasts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A toast with the id of a shown one replaces it. */
  add(toast: Omit<Toast, 'id'> & { id?: string }): string {
    const id = toast.id ?? `toast-${this.#nextId++}`;
    const others = this.#toasts.filter((shown) => shown.id !== id);
    this.#set(withoutSurplus([...others, { ...toast, id }]));
    return id;
  }

  update(id: string, change: Partial<Omit<Toast, 'id'>>): void {
    this.#set(this.#toasts.map((toast) => (toast.id === id ? { ...toast, ...change } : toast)));
  }

  remove(id: string): void {
    this.#set(this.#toasts.filter((toast) => toast.id !== id));
  }

  #set(toasts: readonly Toast[]): void {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}

/** Drops the oldest toasts above the limit, first those without a button. */
function withoutSurplus(toasts: readonly Toast[]): readonly Toast[] {
  const app = toasts.filter((toast) => toast.level === 'app');
  const dropOrder = [
    ...app.filter((toast) => !toast.action),
    ...app.filter((toast) => toast.action),
  ];
  const dropped = dropOrder.slice(0, Math.max(0, app.length - maxAppToasts));
  return toasts.filter((toast) => !dropped.includes(toast));
}

export const ToastContext = createContext<ToastStore | null>(null);

export function useToasts(): ToastStore {
  const store = use(ToastContext);
  if (!store) throw new Error('useToasts needs a ToastContext above it');
  return store;
}
