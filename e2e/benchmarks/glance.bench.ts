/** Memory of `/glance` over a simulated month: a screen on the wall is never reloaded. */
import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const days = 30;
const quarterMs = 15 * 60_000;
const quartersPerDay = 96;
/** More than this since the first day would be a leak: about 30 MB in a year. */
const maxGrowthMb = 2.5;

interface Usage {
  heapMb: number;
  nodes: number;
  listeners: number;
}

async function usage(client: CDPSession): Promise<Usage> {
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
  return { heapMb: usedSize / 1e6, nodes, listeners: jsEventListeners };
}

/** Hotter than any hour or day, so that the page shows each number once. */
const temperatureOf = (count: number) => 60 + (count % 30);

/** Every report is of the page's own time. */
async function answerWeather(page: Page, now: () => number) {
  let template: { fetched_at: string; current: { temperature_2m: number } } | null = null;
  let count = 0;
  await page.route('**/api/weather?*', async (route) => {
    count += 1;
    template ??= await (await route.fetch()).json();
    const report = structuredClone(template);
    if (!report) return route.abort();
    report.fetched_at = new Date(now()).toISOString();
    report.current.temperature_2m = temperatureOf(count);
    await route.fulfill({ json: report });
  });
  return () => count;
}

test('a month of /glance', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the width changes nothing here');
  test.setTimeout(900_000);
  await page.clock.install();
  let now = await page.evaluate(() => Date.now());
  const requests = await answerWeather(page, () => now);
  await page.goto('/glance?lat=52.52&lon=13.41&name=Berlin');
  // The first report has arrived: it would time out in the first jump.
  await page.getByText(`${temperatureOf(1)}°`, { exact: true }).waitFor();
  const client = await page.context().newCDPSession(page);
  const used: Usage[] = [];
  for (let day = 0; day < days; day += 1) {
    for (let quarter = 0; quarter < quartersPerDay; quarter += 1) {
      now += quarterMs;
      const answered = requests();
      // A jump: in time that runs, the request of the page would time out before a real answer arrives.
      await page.clock.fastForward(quarterMs);
      await page.getByText(`${temperatureOf(answered + 1)}°`, { exact: true }).waitFor();
    }
    used.push(await usage(client));
  }
  const first = used[1];
  const last = used.at(-1);
  if (!first || !last) throw new Error('nothing was measured');
  process.stdout.write(
    `${days} days, ${requests()} reports: heap ${first.heapMb.toFixed(1)} to ${last.heapMb.toFixed(1)} MB, ` +
      `nodes ${first.nodes} to ${last.nodes}, listeners ${first.listeners} to ${last.listeners}\n`,
  );
  expect(requests()).toBeGreaterThan(days * quartersPerDay);
  expect(last.heapMb - first.heapMb).toBeLessThan(maxGrowthMb);
  expect(last.nodes).toBeLessThan(first.nodes * 1.5 + 200);
});
