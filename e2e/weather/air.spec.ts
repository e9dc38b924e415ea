/** Air quality and pollen: read without seeing, and what a person reacts to stays on the device. */
import type { Page, Request } from '@playwright/test';
import { Dashboard } from '../pages/dashboard.ts';
import { signUp } from '../support/account.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

interface AirHour {
  time: string;
  european: { value: number; level: string; main: string } | null;
}

/** As the texts write them. */
const levelName = (level: string) => level.replaceAll('_', ' ');

const hourInBerlin = (time: string) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/Berlin' })
    .format(new Date(time))
    .padStart(2, '0');

test('is the air good for a run at five? By keyboard, as a sentence and in a table', async ({
  page,
  baseURL,
}) => {
  await new Dashboard(page).open();
  const card = page.getByRole('region', { name: 'Air and pollen' });
  await expect(card).toContainText(/air/i);
  await card.getByRole('link', { name: 'Hour by hour' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Air and pollen' })).toBeVisible();
  await expect(page.getByText('Simulated air', { exact: false })).toBeVisible();

  const answer = await page.request.get(
    `${baseURL}/api/weather/air?latitude=52.52&longitude=13.41`,
  );
  const { hours } = (await answer.json()) as { hours: AirHour[] };
  const five = hours.find(({ time }) => hourInBerlin(time) === '17');
  if (!five?.european) throw new Error('the simulation has an index for every hour');
  const { level, value } = five.european;

  const slider = page.getByRole('slider', { name: /^Air quality in the next \d+ hours$/ });
  await slider.focus();
  const heard = () => slider.getAttribute('aria-valuetext');
  for (let step = 0; step < 24 && !(await heard())?.includes('17:00'); step += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuenow', String(step + 2));
  }
  expect(await heard()).toContain(`17:00: ${levelName(level)}, index ${value}, mainly `);

  await page.getByRole('button', { name: 'Table' }).focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('region', { name: /^Air quality in the next/ }).getByRole('table');
  const row = table.getByRole('row', { name: /17:00/ }).first();
  await expect(row.getByRole('cell').first()).toHaveText(levelName(level));
  await expect(row.getByRole('cell').nth(1)).toHaveText(String(value));
  await page.getByText('What the levels mean').click();
  await expectAccessible(page);

  await page.goBack();
  await expect(card).toBeVisible();
});

/** Everything that a request sends. */
async function sentBy(request: Request): Promise<string> {
  const headers = await request.allHeaders().catch(() => ({}));
  return JSON.stringify([request.url(), request.postData(), headers]);
}

function recordRequests(page: Page): () => Promise<string[]> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return () => Promise.all(requests.map(sentBy));
}

const birch = (page: Page) => page.getByRole('checkbox', { name: 'Birch' });
/** The control is drawn over the input. */
const chooseBirch = (page: Page) => page.getByText('Birch', { exact: true }).last().click();

test('what a visitor reacts to survives a reload and is in no request', async ({ page }) => {
  const sent = recordRequests(page);
  await page.goto('/air');
  await expect(page.getByText('Your choice stays on this device.', { exact: false })).toBeVisible();
  await chooseBirch(page);
  await expect(birch(page)).toBeChecked();
  await page.reload();
  await expect(birch(page)).toBeChecked();
  await new Dashboard(page).open();
  await page.waitForLoadState('networkidle');
  const all = await sent();
  expect(all.length).toBeGreaterThan(0);
  expect(all.filter((request) => /birch/i.test(request))).toEqual([]);
});

test('a user stores it in the account, and switching that off deletes it there', async ({
  page,
  context,
  baseURL,
}) => {
  await signUp(context, baseURL, 'ada');
  const sent = recordRequests(page);
  const account = async () => {
    const answer = await context.request.get(`${baseURL}/api/user/preferences`);
    return JSON.stringify(await answer.json());
  };
  await page.goto('/air');
  const store = page.getByRole('switch', { name: /^Store my choice in my account/ });
  await expect(store).not.toBeChecked();
  await chooseBirch(page);
  await expect(birch(page)).toBeChecked();
  // Another setting is saved: the choice is not sent with it.
  await page.getByRole('radio', { name: 'US' }).check();
  await expect.poll(account).toContain('"index":"us"');
  expect(await account()).not.toContain('birch');
  expect((await sent()).filter((request) => /birch/i.test(request))).toEqual([]);

  const label = page.getByText('Store my choice in my account');
  await label.click();
  await expect(store).toBeChecked();
  await expect.poll(account).toContain('birch');
  await label.click();
  await expect(store).not.toBeChecked();
  await expect.poll(account).not.toContain('birch');
  await expect(birch(page)).toBeChecked();
  await expectAccessible(page);
});
