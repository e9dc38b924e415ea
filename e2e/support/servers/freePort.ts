/** A port that no server uses. */
import { createServer } from 'node:net';

export async function freePort(): Promise<number> {
  const socket = createServer();
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const address = socket.address();
  await new Promise((resolve) => socket.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
