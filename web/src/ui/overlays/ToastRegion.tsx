/** Renders the toasts: session messages top right, the rest top centre. Hover or focus pauses their time-out. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from '../Icon.tsx';
import styles from './ToastRegion.module.css';
import { lifetimeMs, type Toast, useToasts } from './toasts.ts';

interface ToastRegionProps {
  label: string;
  closeLabel: string;
}

export function ToastRegion({ label, closeLabel }: ToastRegionProps) {
  const store = useToasts();
  const toasts = useSyncExternalStore(store.subscribe, () => store.toasts);
  const shown = (level: Toast['level']) =>
    toasts
      .filter((toast) => toast.level === level)
      .map((toast) => (
        <ToastItem
          key={toast.id}
          toast={toast}
          closeLabel={closeLabel}
          onClose={() => store.remove(toast.id)}
        />
      ));
  return (
    // Always rendered, even empty: screen readers announce only changes in a live region they already know.
    <section aria-label={label} data-toasts>
      <div className={styles.session} aria-live="polite">
        {shown('session')}
      </div>
      <div className={styles.app} aria-live="polite">
        {shown('app')}
      </div>
    </section>
  );
}

interface ToastItemProps {
  toast: Toast;
  closeLabel: string;
  onClose: () => void;
}

function ToastItem({ toast, closeLabel, onClose }: ToastItemProps) {
  const [isWatched, setIsWatched] = useState(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const lifetime = lifetimeMs(toast);
  const { text } = toast;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text restarts the time-out
  useEffect(() => {
    if (lifetime === null || isWatched) return;
    const timer = setTimeout(() => close.current(), lifetime);
    return () => clearTimeout(timer);
  }, [lifetime, isWatched, text]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the time-out; the buttons inside are reachable as usual
    <div
      className={styles.toast}
      role={toast.isError ? 'alert' : 'group'}
      data-error={toast.isError || undefined}
      onPointerEnter={() => setIsWatched(true)}
      onPointerLeave={() => setIsWatched(false)}
      onFocus={() => setIsWatched(true)}
      onBlur={() => setIsWatched(false)}
    >
      {toast.isError && <Icon name="warning" size={1.25} className={styles.icon} />}
      <p className={styles.text}>{text}</p>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            onClose();
            toast.action?.onPress();
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
        <Icon name="close" size={1.25} />
      </button>
    </div>
  );
}
