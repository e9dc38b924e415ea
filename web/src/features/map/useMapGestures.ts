/** Moves the map with a mouse, two fingers, or Ctrl and the wheel. One finger still scrolls the page. */
import { type RefObject, useEffect } from 'react';
import { useLatestCallback } from '../../ui/useLatestCallback.ts';

interface Gestures {
  /** Pixels that the content follows the pointer. */
  onDrag: (by: { right: number; down: number }) => void;
  /** By a number of levels, around a point given from the centre of the map. */
  onZoom: (by: { levels: number; around: { east: number; south: number } }) => void;
}

const wheelPixelsPerLevel = 240;

export function useMapGestures(
  ref: RefObject<HTMLElement | null>,
  { onDrag, onZoom }: Gestures,
): void {
  const drag = useLatestCallback(onDrag);
  const zoom = useLatestCallback(onZoom);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const fromCenter = (x: number, y: number) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { east: x - left - width / 2, south: y - top - height / 2 };
    };
    let last: { x: number; y: number } | null = null;
    const onDown = (event: PointerEvent) => {
      const isOnButton = event.target instanceof Element && event.target.closest('button');
      if (event.pointerType === 'touch' || event.button !== 0 || isOnButton) return;
      last = { x: event.clientX, y: event.clientY };
      element.setPointerCapture(event.pointerId);
    };
    const onMove = (event: PointerEvent) => {
      if (!last) return;
      drag({ right: event.clientX - last.x, down: event.clientY - last.y });
      last = { x: event.clientX, y: event.clientY };
    };
    const onUp = () => {
      last = null;
    };
    let fingers: { x: number; y: number; apart: number } | null = null;
    const onTouch = (event: TouchEvent) => {
      const [first, second] = event.touches;
      if (!first || !second) {
        fingers = null;
        return;
      }
      event.preventDefault();
      const next = {
        x: (first.clientX + second.clientX) / 2,
        y: (first.clientY + second.clientY) / 2,
        apart: Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY),
      };
      if (fingers) {
        drag({ right: next.x - fingers.x, down: next.y - fingers.y });
        zoom({
          levels: Math.log2(Math.max(1, next.apart) / Math.max(1, fingers.apart)),
          around: fromCenter(next.x, next.y),
        });
      }
      fingers = next;
    };
    const onWheel = (event: WheelEvent) => {
      // Without Ctrl the page scrolls. A pinch on a touchpad arrives as a wheel with Ctrl.
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom({
        levels: -event.deltaY / wheelPixelsPerLevel,
        around: fromCenter(event.clientX, event.clientY),
      });
    };
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    element.addEventListener('touchstart', onTouch, { passive: false });
    element.addEventListener('touchmove', onTouch, { passive: false });
    element.addEventListener('touchend', onTouch);
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
      element.removeEventListener('touchstart', onTouch);
      element.removeEventListener('touchmove', onTouch);
      element.removeEventListener('touchend', onTouch);
      element.removeEventListener('wheel', onWheel);
    };
  }, [ref, drag, zoom]);
}
