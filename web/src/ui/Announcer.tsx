/** The live region that speaks what `announce` is given. One stands in the page, always. */
import { useEffect, useState } from 'react';
import { onAnnouncement } from './announcer.ts';

export function Announcer() {
  const [spoken, setSpoken] = useState({ text: '', turn: 0 });
  useEffect(
    () => onAnnouncement((text) => setSpoken(({ turn }) => ({ text, turn: turn + 1 }))),
    [],
  );
  return (
    <div role="status" aria-live="polite" className="visually-hidden" data-announcer>
      {/* A new element each time, so that the same sentence is spoken again. */}
      <span key={spoken.turn}>{spoken.text}</span>
    </div>
  );
}
