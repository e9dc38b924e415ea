/** Pulling the page down at its top asks for the weather anew, as people know it from their phones. */
import { type ReactNode, type TouchEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './PullToRefresh.module.css';

interface PullToRefreshProps {
  onRefresh: () => void;
  children: ReactNode;
}

/** How far a finger has to travel. */
const enoughPixels = 96;

export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const start = useRef<number | null>(null);
  const [pulled, setPulled] = useState(0);
  useOwnOverscroll();

  function handleStart(event: TouchEvent) {
    const isAtTop = window.scrollY <= 0 && event.touches.length === 1;
    start.current = isAtTop ? (event.touches[0]?.clientY ?? null) : null;
  }

  function handleMove(event: TouchEvent) {
    if (start.current === null) return;
    const distance = (event.touches[0]?.clientY ?? 0) - start.current;
    setPulled(Math.min(Math.max(distance, 0), enoughPixels));
  }

  function handleEnd() {
    if (pulled >= enoughPixels) onRefresh();
    start.current = null;
    setPulled(0);
  }

  return (
    <div
      onTouchStart={handleStart}
      onTouchMove={handleMove}
      onTouchEnd={handleEnd}
      onTouchCancel={handleEnd}
    >
      {pulled > 0 && (
        <span
          className={styles.sign}
          data-ready={pulled >= enoughPixels || undefined}
          style={{ translate: `-50% ${pulled / 2}px`, rotate: `${pulled * 3}deg` }}
          aria-hidden="true"
        >
          <Icon name="refresh" />
        </span>
      )}
      {children}
    </div>
  );
}

/** The browser's own pull would reload the whole page. */
function useOwnOverscroll(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.overscrollBehaviorY = 'contain';
    return () => {
      style.overscrollBehaviorY = '';
    };
  }, []);
}
