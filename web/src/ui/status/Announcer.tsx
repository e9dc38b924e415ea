/** The live region that speaks what `announce` is given. One stands in the page, always. */
import { useEffect, useState } from 'react';
import { onAnnouncement } from './announce.ts';

interface Sentence {
  text: string;
  turn: number;
}

/** What was said stays a while: a screen reader may still be about to say it. */
const kept = 3;

export function Announcer() {
  const [spoken, setSpoken] = useState<Sentence[]>([]);
  useEffect(
    () =>
      onAnnouncement((text) => setSpoken((before) => [...before, next(text, before)].slice(-kept))),
    [],
  );
  return (
    <div
      role="status"
      aria-live="polite"
      aria-atomic="false"
      className="visually-hidden"
      data-announcer
    >
      {/* A new element each time, so that the same sentence is spoken again and none pushes another out. */}
      {spoken.map(({ text, turn }) => (
        <p key={turn}>{text}</p>
      ))}
    </div>
  );
}

function next(text: string, before: Sentence[]): Sentence {
  return { text, turn: (before.at(-1)?.turn ?? 0) + 1 };
}
