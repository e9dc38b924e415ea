/** A frame around the screen that flashes, as a visual replacement for sounds; with reduced motion it is static. */
import { useEffect, useState } from 'react';
import styles from './VisualAlertFrame.module.css';
import { onVisualAlert } from './visualAlert.ts';

const shownMs = 6_000;

export function VisualAlertFrame() {
  const [alertCount, setAlertCount] = useState(0);
  useEffect(() => onVisualAlert(() => setAlertCount((before) => before + 1)), []);
  useEffect(() => {
    if (alertCount === 0) return;
    const timer = setTimeout(() => setAlertCount(0), shownMs);
    return () => clearTimeout(timer);
  }, [alertCount]);
  return (
    alertCount > 0 && (
      <div key={alertCount} className={styles.frame} data-visual-alert aria-hidden="true" />
    )
  );
}
