/** Refreshes the weather when the page is pulled down at its top. */
import { type ReactNode, type TouchEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './PullToRefresh.module.css';

interface PullToRefreshProps {
  onRefresh: () => void;
  children: ReactNode;
}

/** How far the finger has to move. */
const thresholdPx = 96;

export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const start = useRef<number | null>(null);
  const [pulled, setPulled] = useState(0);
  useDisabledOverscroll();

  function handleStart(event: TouchEvent) {
    const isAtTop = window.scrollY <= 0 && event.touches.length === 1;
    start.current = isAtTop ? (event.touches[0]?.clientY ?? null) : null;
  }

  function handleMove(event: TouchEvent) {
    if (start.current === null) return;
    const distance = (event.touches[0]?.clientY ?? 0) - start.current;
    setPulled(Math.min(Math.max(distance, 0), thresholdPx));
  }

  function handleEnd() {
    if (pulled >= thresholdPx) onRefresh();
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
          className={styles.indicator}
          data-ready={pulled >= thresholdPx || undefined}
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

/** Disables the browser's own pull-to-refresh, which would reload the whole page. */
function useDisabledOverscroll(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.overscrollBehaviorY = 'contain';
    return () => {
      style.overscrollBehaviorY = '';
    };
  }, []);
}
