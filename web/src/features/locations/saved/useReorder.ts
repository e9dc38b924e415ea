/** Putting a list in order: by dragging a handle, or with the arrow keys on it. */
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefCallback,
  useEffect,
  useRef,
  useState,
} from 'react';

interface Drag {
  id: string;
  from: number;
  to: number;
  /** How far the row has been pulled, in pixels. */
  pulled: number;
}

interface Start {
  y: number;
  scrollY: number;
  rows: DOMRect[];
}

export interface Reorder {
  draggedId: string | null;
  row: (id: string) => { ref: RefCallback<HTMLElement>; style: CSSProperties | undefined };
  handle: (id: string) => {
    onKeyDown: (event: KeyboardEvent) => void;
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
  };
}

/** Near the edge of the window the page follows the hand. */
const edgePx = 72;
const scrollPx = 14;

export function useReorder(
  ids: readonly string[],
  onMove: (id: string, to: number) => void,
): Reorder {
  const elements = useRef(new Map<string, HTMLElement>());
  const start = useRef<Start | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  useEffect(() => {
    if (!drag) return;
    const handleEscape = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && stop();
    window.addEventListener('keydown', handleEscape);
    return () => window.removeEventListener('keydown', handleEscape);
  });

  function stop() {
    start.current = null;
    setDrag(null);
  }

  function begin(event: PointerEvent<HTMLElement>, id: string) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const rows = ids.map((one) => elements.current.get(one)?.getBoundingClientRect());
    if (rows.some((row) => row === undefined)) return;
    const from = ids.indexOf(id);
    start.current = { y: event.clientY, scrollY: window.scrollY, rows: rows as DOMRect[] };
    setDrag({ id, from, to: from, pulled: 0 });
  }

  function pull({ clientY }: PointerEvent) {
    if (!drag || !start.current) return;
    if (clientY < edgePx) window.scrollBy(0, -scrollPx);
    if (clientY > window.innerHeight - edgePx) window.scrollBy(0, scrollPx);
    const { y, scrollY, rows } = start.current;
    const pulled = clientY - y + window.scrollY - scrollY;
    setDrag({ ...drag, pulled, to: targetOf(rows, drag.from, pulled) });
  }

  function drop() {
    if (drag && drag.to !== drag.from) onMove(drag.id, drag.to);
    stop();
  }

  function step(event: KeyboardEvent, id: string) {
    const from = ids.indexOf(id);
    const targets: Record<string, number> = {
      ArrowUp: from - 1,
      ArrowDown: from + 1,
      Home: 0,
      End: ids.length - 1,
    };
    const to = targets[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to !== from && to >= 0 && to < ids.length) onMove(id, to);
  }

  /** The dragged row follows the hand, the others make room. */
  function shift(id: string): CSSProperties | undefined {
    if (!drag || !start.current) return undefined;
    if (drag.id === id) return { transform: `translateY(${drag.pulled}px)` };
    const room = roomOf(start.current.rows, drag.from);
    const index = ids.indexOf(id);
    if (index > drag.from && index <= drag.to) return { transform: `translateY(${-room}px)` };
    if (index < drag.from && index >= drag.to) return { transform: `translateY(${room}px)` };
    return undefined;
  }

  return {
    draggedId: drag?.id ?? null,
    row: (id) => ({
      ref: (element) => {
        if (element) elements.current.set(id, element);
        else elements.current.delete(id);
      },
      style: shift(id),
    }),
    handle: (id) => ({
      onKeyDown: (event) => step(event, id),
      onPointerDown: (event) => begin(event, id),
      onPointerMove: pull,
      onPointerUp: drop,
      onPointerCancel: stop,
    }),
  };
}

/** A row takes the place of another once its middle has passed that one's. */
function targetOf(rows: DOMRect[], from: number, pulled: number): number {
  const middle = (row: DOMRect) => row.top + row.height / 2;
  const dragged = rows[from];
  if (!dragged) return from;
  const at = middle(dragged) + pulled;
  return rows.filter((row, index) => index !== from && middle(row) < at).length;
}

/** The height of a row and the gap to its neighbour. */
function roomOf(rows: DOMRect[], from: number): number {
  const [row, next] = from + 1 < rows.length ? [rows[from], rows[from + 1]] : rows.slice(from - 1);
  return row && next ? next.top - row.top : (row?.height ?? 0);
}
