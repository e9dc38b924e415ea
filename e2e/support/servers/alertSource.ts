/** An alert source on loopback that publishes one CAP alert for the area around Berlin. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AlertSource {
  /** The value of HALCYON_CAP_FEEDS that makes it the source for Germany. */
  feed: string;
  stop(): Promise<void>;
}

const inHours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

interface Period {
  onset: string;
  expires: string;
}

/** The blocks of one alert have the same times to the millisecond; with others they would be two alerts. */
function info(
  language: string,
  { onset, expires }: Period,
  headline: string,
  description: string,
  instruction: string,
) {
  return `<info><language>${language}</language><category>Met</category><event>Storm</event>
    <urgency>Future</urgency><severity>Severe</severity><certainty>Likely</certainty>
    <onset>${onset}</onset><expires>${expires}</expires><senderName>Deutscher Wetterdienst</senderName>
    <headline>${headline}</headline><description>${description}</description><instruction>${instruction}</instruction>
    <area><areaDesc>Berlin</areaDesc><polygon>52.0,13.0 52.0,14.0 53.0,14.0 53.0,13.0 52.0,13.0</polygon></area></info>`;
}

export async function startAlertSource(): Promise<AlertSource> {
  const period = { onset: inHours(1), expires: inHours(9) };
  const documents: Record<string, string> = {
    '/atom': `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>storm</id>
      <link href="/cap/storm" type="application/cap+xml"/></entry></feed>`,
    '/cap/storm': `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>storm</identifier>
      <sender>warn@dwd.example</sender><sent>${inHours(0)}</sent><status>Actual</status><msgType>Alert</msgType>
      <scope>Public</scope>
      ${info('de-DE', period, 'Amtliche Warnung vor Sturm', 'Sturmböen aus West.', 'Bleib im Haus.')}
      ${info('en-GB', period, 'Official storm warning', 'Gales from the west.', 'Stay indoors.')}</alert>`,
  };
  const server = createServer((request, response) => {
    const document = documents[request.url ?? ''];
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/xml' });
    response.end(document);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    feed: `DE=http://127.0.0.1:${port}/atom`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
