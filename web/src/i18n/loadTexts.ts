/** Loads a language's texts from the server, with five retries and at most ten parallel requests (both specified). */
import { textAddresses } from 'virtual:texts';
import type { Language } from './language.ts';
import type { Texts } from './texts.ts';

const maxRetries = 5;
const maxParallelReads = 10;
const retryDelayMs = 300;

const loaded = new Map<Language, Promise<Texts>>();
const waiting: Array<() => void> = [];
let running = 0;

/** Each language is loaded once; after a final failure it can be requested again. */
export function loadTexts(language: Language): Promise<Texts> {
  const known = loaded.get(language);
  if (known) return known;
  const reading = withSlot(() => readWithRetries(textAddresses[language]));
  loaded.set(language, reading);
  reading.catch(() => loaded.delete(language));
  return reading;
}

async function readWithRetries(address: string): Promise<Texts> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await globalThis.fetch(new URL(address, location.origin));
      if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      return (await response.json()) as Texts;
    } catch (error) {
      if (attempt >= maxRetries) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs * (attempt + 1)));
    }
  }
}

/** Runs `read` when fewer than ten others run. */
async function withSlot<T>(read: () => Promise<T>): Promise<T> {
  if (running >= maxParallelReads) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await read();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
