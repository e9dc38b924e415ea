/** The random id under which a visitor's searches are stored; created when first needed, removed at sign-in. */
import { readStored, writeStored } from './store.ts';

export function visitorId(): string {
  const known = readStored('clientId');
  if (known !== null) return known;
  const id = crypto.randomUUID();
  writeStored('clientId', id);
  return id;
}

/** Sent with a sign-in, so that the visitor's searches move into the account. */
export function visitorProof(): { client_id?: string } {
  const known = readStored('clientId');
  return known === null ? {} : { client_id: known };
}
