/** A person with a screen reader: moves on until something is heard, presses it, types into it. */
import { virtual } from '@guidepup/virtual-screen-reader';
import { vi } from 'vitest';

/** More steps than the longest page has. */
const patience = 700;

export async function startListening(): Promise<void> {
  rememberStyles();
  await virtual.start({ container: document.body });
}

/** jsdom works a style out anew whenever it is asked: most of the time of a reading. It only changes with the page. */
function rememberStyles(): void {
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
  // It knows no pseudo-elements either, and says so each time: they are not asked for.
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element) => {
    if (changes.takeRecords().length > 0) forget();
    const style = known.get(element) ?? getComputedStyle(element);
    known.set(element, style);
    return style;
  });
}

/** Moves on until a phrase fits, and answers with it. */
export async function listenFor(wanted: RegExp): Promise<string> {
  for (let step = 0; step < patience; step += 1) {
    const phrase = await virtual.lastSpokenPhrase();
    if (wanted.test(phrase)) return phrase;
    await virtual.next();
  }
  const heard = await virtual.spokenPhraseLog();
  throw new Error(`${wanted} was never heard, only:\n${[...new Set(heard)].join('\n')}`);
}

/** Everything that is read on the way to a phrase. */
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

/** Everything spoken so far, also what nobody moved to: live regions, dialogues, focus. */
export async function heardSoFar(): Promise<string> {
  return (await virtual.spokenPhraseLog()).join('\n');
}

export async function stopListening(): Promise<void> {
  await virtual.stop();
}
