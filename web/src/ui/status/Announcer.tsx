/** The live region that shows the messages of `announce`. It is always in the page. */
import { useEffect, useState } from 'react';
import { onAnnouncement } from './announce.ts';

interface Message {
  text: string;
  id: number;
}

/** How many messages stay in the page: a screen reader may not have read the last ones yet. */
const maxMessages = 3;

export function Announcer() {
  const [messages, setMessages] = useState<Message[]>([]);
  useEffect(
    () =>
      onAnnouncement((text) =>
        setMessages((before) => [...before, createMessage(text, before)].slice(-maxMessages)),
      ),
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
      {/* A new element each time, so that a repeated message is announced again. */}
      {messages.map(({ text, id }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}

function createMessage(text: string, before: Message[]): Message {
  return { text, id: (before.at(-1)?.id ?? 0) + 1 };
}
