/** Remembers scroll position and focus of each entry of the history, and returns to them on Back and Forward. */

interface Position {
  scrollY: number;
  focused: FocusMark | null;
}

/** An element that can be found again in another rendering of its page. */
interface FocusMark {
  tag: string;
  name: string;
  /** Its position among those with the same name. */
  index: number;
}

/** A page may load its content after it has appeared. */
const maxRestoreMs = 3_000;
const userInput = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

const positions = new Map<string, Position>();

/** Call before the entry is left. */
export function rememberPosition(key: string, scrollY: number): void {
  positions.set(key, { scrollY, focused: markOf(document.activeElement) });
}

/** Returns a function that ends it. */
export function restorePosition(key: string): () => void {
  const wanted = positions.get(key);
  if (!wanted) return () => undefined;
  let isScrolled = false;
  let isFocused = wanted.focused === null;
  const attempt = () => {
    if (!isScrolled) {
      window.scrollTo(0, wanted.scrollY);
      isScrolled = Math.abs(window.scrollY - wanted.scrollY) < 1;
    }
    if (!isFocused) isFocused = focus(wanted.focused);
    if (isScrolled && isFocused) end();
  };
  let frame = 0;
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(attempt);
  });
  const timer = setTimeout(end, maxRestoreMs);
  function end() {
    observer.disconnect();
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    for (const name of userInput) window.removeEventListener(name, end);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  // What the user does meanwhile counts more.
  for (const name of userInput) window.addEventListener(name, end, { passive: true });
  attempt();
  return end;
}

function markOf(element: Element | null): FocusMark | null {
  if (!(element instanceof HTMLElement) || !element.closest('main')) return null;
  const name = nameOf(element);
  const tag = element.localName;
  const index = withName(tag, name).indexOf(element);
  return name && index >= 0 ? { tag, name, index } : null;
}

function focus(mark: FocusMark | null): boolean {
  const element = mark && withName(mark.tag, mark.name)[mark.index];
  element?.focus({ preventScroll: true });
  return element !== undefined && element === document.activeElement;
}

function withName(tag: string, name: string): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>(`main ${tag}`);
  return [...all].filter((element) => nameOf(element) === name);
}

function nameOf(element: HTMLElement): string {
  return (element.getAttribute('aria-label') ?? element.textContent).trim() || element.id;
}
