/** Covers the page while it cannot be used: a spinner and, where it helps, a sentence. */
import styles from './LoadingOverlay.module.css';
import { Spinner } from './Spinner.tsx';

interface LoadingOverlayProps {
  /** Spoken when there is no message to read. */
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
