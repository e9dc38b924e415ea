/** A person with a screen reader: moves on until something is heard, presses it, types into it. */
import { virtual } from '@guidepup/virtual-screen-reader';
import { vi } from 'vitest';

/** More steps than the longest page has. */
const patience = 700;

export async function startListening(): Promise<void> {
  // jsdom knows no pseudo-elements, and says so each time it is asked.
  const { getComputedStyle } = window;
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element) => getComputedStyle(element));
  await virtual.start({ container: document.body });
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
