/** A simulated screen reader user: moves forward until a phrase is read, presses or types. */
import { virtual } from '@guidepup/virtual-screen-reader';
import { vi } from 'vitest';

/** More elements than the longest page has. */
const maxSteps = 700;

export async function startListening(): Promise<void> {
  cacheStyles();
  await virtual.start({ container: document.body });
}

/** Caches computed styles until the page changes: jsdom recomputes them on each call, which takes most of the test's time. */
function cacheStyles(): void {
  const { getComputedStyle } = window;
  let known = new Map<Element, CSSStyleDeclaration>();
  const forget = () => {
    known = new Map();
  };
  const changes = new MutationObserver(forget);
  changes.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  // The second argument is dropped: jsdom logs an error for pseudo-elements.
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element) => {
    if (changes.takeRecords().length > 0) forget();
    const style = known.get(element) ?? getComputedStyle(element);
    known.set(element, style);
    return style;
  });
}

/** Moves forward until a phrase matches, and returns it. */
export async function listenFor(wanted: RegExp): Promise<string> {
  for (let step = 0; step < maxSteps; step += 1) {
    const phrase = await virtual.lastSpokenPhrase();
    if (wanted.test(phrase)) return phrase;
    await virtual.next();
  }
  const heard = await virtual.spokenPhraseLog();
  throw new Error(`${wanted} was never heard, only:\n${[...new Set(heard)].join('\n')}`);
}

/** Everything that is read until a phrase matches. */
export async function readUntil(wanted: RegExp): Promise<string> {
  const before = (await virtual.spokenPhraseLog()).length;
  await listenFor(wanted);
  return (await virtual.spokenPhraseLog()).slice(before).join('\n');
}

export async function pressWhenHeard(wanted: RegExp): Promise<void> {
  await listenFor(wanted);
  await virtual.act();
}

export async function typeWhenHeard(wanted: RegExp, text: string): Promise<void> {
  await listenFor(wanted);
  await virtual.type(text);
}

/** Everything spoken so far, including live regions, dialogs and focus changes. */
export async function heardSoFar(): Promise<string> {
  return (await virtual.spokenPhraseLog()).join('\n');
}

export async function stopListening(): Promise<void> {
  await virtual.stop();
}
