/** A button that moves the map. Its icons are here and not with the others, which the dashboard loads. */
import styles from './RainMap.module.css';

const lines = {
  closer: 'M12 5v14M5 12h14',
  farther: 'M5 12h14',
  north: 'M12 20V4M6 10l6-6 6 6',
  south: 'M12 4v16M6 14l6 6 6-6',
  west: 'M20 12H4M10 6l-6 6 6 6',
  east: 'M4 12h16M14 6l6 6-6 6',
  back: 'M12 18a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3',
} as const;

interface MapButtonProps {
  icon: keyof typeof lines;
  label: string;
  onClick: () => void;
}

export function MapButton({ icon, label, onClick }: MapButtonProps) {
  return (
    <button type="button" className={styles.move} aria-label={label} onClick={onClick}>
      <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true" focusable="false">
        <path d={lines[icon]} />
      </svg>
    </button>
  );
}
