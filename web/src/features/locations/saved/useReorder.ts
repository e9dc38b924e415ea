/** Reorders a list by dragging a handle or with the arrow keys on it. */
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
  /** How far the row has been dragged, in pixels. */
  offset: number;
}

interface DragStart {
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

/** Near the edge of the window the page scrolls along. */
const edgePx = 72;
const scrollPx = 14;

export function useReorder(
  ids: readonly string[],
  onMove: (id: string, to: number) => void,
): Reorder {
  const elements = useRef(new Map<string, HTMLElement>());
  const start = useRef<DragStart | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  useEffect(() => {
    if (!drag) return;
    const handleEscape = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && stopDrag();
    window.addEventListener('keydown', handleEscape);
    return () => window.removeEventListener('keydown', handleEscape);
  });

  function stopDrag() {
    start.current = null;
    setDrag(null);
  }

  function startDrag(event: PointerEvent<HTMLElement>, id: string) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const rows = ids.map((one) => elements.current.get(one)?.getBoundingClientRect());
    if (rows.some((row) => row === undefined)) return;
    const from = ids.indexOf(id);
    start.current = { y: event.clientY, scrollY: window.scrollY, rows: rows as DOMRect[] };
    setDrag({ id, from, to: from, offset: 0 });
  }

  function moveDrag({ clientY }: PointerEvent) {
    if (!drag || !start.current) return;
    if (clientY < edgePx) window.scrollBy(0, -scrollPx);
    if (clientY > window.innerHeight - edgePx) window.scrollBy(0, scrollPx);
    const { y, scrollY, rows } = start.current;
    const offset = clientY - y + window.scrollY - scrollY;
    setDrag({ ...drag, offset, to: targetOf(rows, drag.from, offset) });
  }

  function drop() {
    if (drag && drag.to !== drag.from) onMove(drag.id, drag.to);
    stopDrag();
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

  /** The dragged row follows the pointer, the others make room. */
  function transformOf(id: string): CSSProperties | undefined {
    if (!drag || !start.current) return undefined;
    if (drag.id === id) return { transform: `translateY(${drag.offset}px)` };
    const pitch = rowPitch(start.current.rows, drag.from);
    const index = ids.indexOf(id);
    if (index > drag.from && index <= drag.to) return { transform: `translateY(${-pitch}px)` };
    if (index < drag.from && index >= drag.to) return { transform: `translateY(${pitch}px)` };
    return undefined;
  }

  return {
    draggedId: drag?.id ?? null,
    row: (id) => ({
      ref: (element) => {
        if (element) elements.current.set(id, element);
        else elements.current.delete(id);
      },
      style: transformOf(id),
    }),
    handle: (id) => ({
      onKeyDown: (event) => step(event, id),
      onPointerDown: (event) => startDrag(event, id),
      onPointerMove: moveDrag,
      onPointerUp: drop,
      onPointerCancel: stopDrag,
    }),
  };
}

/** A row takes another's place once its centre has passed the centre of that row. */
function targetOf(rows: DOMRect[], from: number, offset: number): number {
  const middle = (row: DOMRect) => row.top + row.height / 2;
  const dragged = rows[from];
  if (!dragged) return from;
  const at = middle(dragged) + offset;
  return rows.filter((row, index) => index !== from && middle(row) < at).length;
}

/** The height of a row plus the gap to the next. */
function rowPitch(rows: DOMRect[], from: number): number {
  const [row, next] = from + 1 < rows.length ? [rows[from], rows[from + 1]] : rows.slice(from - 1);
  return row && next ? next.top - row.top : (row?.height ?? 0);
}
