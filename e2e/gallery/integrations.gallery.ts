/** The pictures of docs/integrations.md, docs/api.md and docs/alerts.md; run by `make pictures`. */
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator } from '@playwright/test';
import { signUp } from '../support/account.ts';
import { setAppearance } from '../support/appearance.ts';
import { savePlaces } from '../support/savedPlaces.ts';
import { freePort } from '../support/servers/freePort.ts';
import { expect, test } from '../support/test.ts';
import { showTerminal } from './terminal.ts';

const run = promisify(execFile);
const berlin = 'lat=52.52&lon=13.41&name=Berlin';

function save(part: Locator, name: string) {
  return part.screenshot({ path: `../docs/pictures/${name}.jpg`, type: 'jpeg', quality: 80 });
}

test.describe('in the settings', () => {
  test.use({ viewport: { width: 760, height: 900 } });

  test('calendar addresses and tokens', async ({ page, context, baseURL }) => {
    await signUp(context, baseURL, 'ada');
    await savePlaces(context, baseURL, 'Berlin', 'Wien');
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Make an address for Berlin' }).click();
    const feeds = page.getByRole('region', { name: 'Calendar and feeds' });
    await feeds.getByText('alerts.json').waitFor();
    await save(feeds, 'feeds');
    await save(page.getByRole('region', { name: 'Access for other programs' }), 'tokens');
  });

  test('the code for other sites', async ({ page, context, baseURL }) => {
    await signUp(context, baseURL, 'ada');
    await savePlaces(context, baseURL, 'Berlin');
    await page.goto('/settings');
    const card = page.getByRole('region', { name: 'On your own site' });
    await card.getByRole('radio', { name: '24 hours' }).check();
    const preview = card.getByRole('img', { name: 'Preview: Weather in Berlin' });
    await preview.scrollIntoViewIfNeeded();
    await preview.evaluate((image: HTMLImageElement) => image.decode());
    await save(card, 'embed');
  });

  test('a daily briefing', async ({ page, context, baseURL }) => {
    await signUp(context, baseURL, 'ada');
    await savePlaces(context, baseURL, 'Berlin');
    await page.goto('/settings');
    const card = page.getByRole('region', { name: 'Daily briefing and your own limits' });
    await card.getByRole('switch', { name: /^Daily briefing/ }).click({ force: true });
    await expect(
      card.getByRole('region', { name: 'Preview' }).getByText(/^Berlin: /),
    ).toBeVisible();
    await card.getByRole('switch', { name: 'Frost tonight' }).click({ force: true });
    await card.getByRole('switch', { name: 'Strong wind' }).click({ force: true });
    await expect(card.getByRole('combobox', { name: 'Wind over' })).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await save(card, 'briefing');
  });
});

test.describe('on a wall', () => {
  test.use({ viewport: { width: 1024, height: 640 } });

  test('one place, very large', async ({ page }) => {
    await setAppearance(page, 'en', 'dark');
    await page.goto(`/glance?${berlin}`);
    await page.evaluate(() => document.fonts.ready);
    await save(page.locator('body'), 'glance');
  });
});

test.describe('in a terminal', () => {
  test.use({ viewport: { width: 1000, height: 1200 } });

  test('the weather of a place', async ({ page, baseURL }) => {
    const { stdout } = await run('curl', ['--silent', `${baseURL}/Berlin`]);
    const shown = stdout.replace(/http:\/\/127[\d.:]*/, 'https://weather.example');
    await save(await showTerminal(page, 'curl https://weather.example/Berlin', shown), 'terminal');
  });

  test('what a smart home reads', async ({ page, startOwnServer }) => {
    // A round that found no broker is followed by the next one after a minute.
    test.setTimeout(150_000);
    const port = String(await freePort());
    const broker = spawn('/usr/sbin/mosquitto', ['-p', port]);
    await startOwnServer({
      HALCYON_MQTT_URL: `mqtt://127.0.0.1:${port}`,
      HALCYON_MQTT_PLACES: '52.52,13.41,Berlin',
    });
    const read = ['-p', port, '-C', '2', '-v', '-t', 'halcyon/+/weather', '-t', 'halcyon/+/alerts'];
    const { stdout } = await run('mosquitto_sub', read);
    broker.kill();
    const shown = stdout.replace(/^(\S+) (.*)$/gm, (_, topic: string, message: string) => {
      return `${topic}\n${JSON.stringify(JSON.parse(message), null, 1)}`;
    });
    const command = "mosquitto_sub -h 192.168.1.20 -v -t 'halcyon/#'";
    await save(await showTerminal(page, command, shown), 'smart-home');
  });
});
