/** OneSignal's API on loopback: accepts every notification and records it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface PushRequest {
  include_subscription_ids: string[];
  headings: Record<string, string>;
}

export interface OneSignal {
  /** The settings that make a server use it. */
  settings: Record<string, string>;
  /** The notifications it was sent, oldest first. */
  requests: PushRequest[];
  stop(): Promise<void>;
}

export async function startOneSignal(): Promise<OneSignal> {
  const requests: PushRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    requests.push(JSON.parse(body));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"accepted"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      HALCYON_ONESIGNAL_APP_ID: 'test',
      HALCYON_ONESIGNAL_API_KEY: 'test',
      HALCYON_ONESIGNAL_API_URL: `http://127.0.0.1:${port}`,
    },
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
