/** A frame of light around the screen, for eyes instead of ears. It flashes; where motion is not welcome it only stands. */
import { useEffect, useState } from 'react';
import styles from './VisualAlertFrame.module.css';
import { onVisualAlert } from './visualAlert.ts';

const shownMs = 6_000;

export function VisualAlertFrame() {
  const [turn, setTurn] = useState(0);
  useEffect(() => onVisualAlert(() => setTurn((before) => before + 1)), []);
  useEffect(() => {
    if (turn === 0) return;
    const timer = setTimeout(() => setTurn(0), shownMs);
    return () => clearTimeout(timer);
  }, [turn]);
  return (
    turn > 0 && <div key={turn} className={styles.frame} data-visual-alert aria-hidden="true" />
  );
}
