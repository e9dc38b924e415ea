/** The random id by which a visitor's searches are kept; made when it is first needed, given up with a sign-in. */
import { readStored, writeStored } from './store.ts';

export function visitorId(): string {
  const known = readStored('clientId');
  if (known !== null) return known;
  const id = crypto.randomUUID();
  writeStored('clientId', id);
  return id;
}

/** What a sign-in sends along, so that the visitor's searches move into the account. */
export function visitorProof(): { client_id?: string } {
  const known = readStored('clientId');
  return known === null ? {} : { client_id: known };
}
