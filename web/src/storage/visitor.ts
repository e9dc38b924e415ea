/** The random id under which a visitor's searches are stored; created when first needed, removed at sign-in. */
import { readStored, writeStored } from './store.ts';

export function visitorId(): string {
  const known = readStored('clientId');
  if (known !== null) return known;
  const id = randomId();
  writeStored('clientId', id);
  return id;
}

/** Sent with a sign-in, so that the visitor's searches move into the account. */
export function visitorProof(): { client_id?: string } {
  const known = readStored('clientId');
  return known === null ? {} : { client_id: known };
}

/** A random UUID (RFC 9562, version 4). Browsers have `crypto.randomUUID` over https only. */
function randomId(): string {
  // Of a digit 1, four random bits remain, and of the 8, two.
  return '11111111-1111-4111-8111-111111111111'.replace(/[18]/g, (digit) => {
    const [bits = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (digit === '1' ? bits >> 4 : 8 | (bits >> 6)).toString(16);
  });
}
