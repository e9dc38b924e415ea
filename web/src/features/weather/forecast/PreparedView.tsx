/**
 * One of several views, kept ready so that showing it takes a frame (docs/decisions/0086 and 0087).
 *
 * A view that is not shown goes through two stages. While it is prepared it is laid out invisibly and is `inert`. Once
 * laid out it is hidden with `content-visibility: hidden`, which keeps the layout. Showing it then only removes that
 * property: no mounting, no layout of its content.
 */
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { onIdle } from '../../../scheduling/onIdle.ts';
import styles from './PreparedView.module.css';

export function PreparedView({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isPrepared, setIsPrepared] = useState(isShown);
  const hiddenClass = isPrepared ? styles.hidden : styles.preparing;
  return (
    <div
      ref={box}
      className={isShown ? undefined : hiddenClass}
      aria-hidden={!isShown}
      inert={!isShown && !isPrepared}
    >
      <Suspense>
        {children}
        {!isPrepared && <LayoutProbe box={box} onLaidOut={setIsPrepared} />}
      </Suspense>
    </div>
  );
}

interface LayoutProbeProps {
  box: RefObject<HTMLDivElement | null>;
  onLaidOut: (isPrepared: boolean) => void;
}

/** Mounted beside the content inside the Suspense boundary, so its effect runs once the content has rendered. */
function LayoutProbe({ box, onLaidOut }: LayoutProbeProps) {
  useEffect(() => {
    let cancelIdle = () => {};
    // An idle callback may run before the frame in which the content is laid out, so it is requested after that frame.
    const frame = requestAnimationFrame(() => {
      cancelIdle = onIdle(() => {
        // `inert` is removed, and the styles are recalculated, before the view is hidden: `content-visibility` would
        // defer that recalculation to the first showing, where it cost 35 ms.
        box.current?.removeAttribute('inert');
        box.current?.getBoundingClientRect();
        flushSync(() => onLaidOut(true));
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      cancelIdle();
    };
  }, [box, onLaidOut]);
  return null;
}
