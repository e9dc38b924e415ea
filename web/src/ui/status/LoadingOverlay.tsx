/** Covers the page while it cannot be used: a spinner and an optional message. */
import styles from './LoadingOverlay.module.css';
import { Spinner } from './Spinner.tsx';

interface LoadingOverlayProps {
  /** Announced when there is no message. */
  label: string;
  message?: string;
}

export function LoadingOverlay({ label, message }: LoadingOverlayProps) {
  return (
    <div className={styles.overlay} role="status">
      <Spinner size={3} />
      {message ? <p>{message}</p> : <span className="visually-hidden">{label}</span>}
    </div>
  );
}
