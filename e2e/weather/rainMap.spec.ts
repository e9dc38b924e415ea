/** The rain map with simulated rain: words first, then a picture that the keyboard moves, and no request to another host. */
import type { Locator } from '@playwright/test';
import { Dashboard } from '../pages/dashboard.ts';
import { expectReadableInSystemColors } from '../support/checks/systemColors.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

// A development build computes the first pictures slowly.
test.describe.configure({ timeout: 90_000 });

const berlin = '/map?lat=52.52&lon=13.41&name=Berlin';

test('the rain around a place is said in words and shown on a map that keys move', async ({
  page,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(berlin);
  const note = page.getByText('Simulated rain, not a measurement');
  await expect(note).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('table', { name: 'The next hour' })).toBeVisible();
  const map = page.getByRole('group', { name: 'Map', exact: true });
  await expect.poll(() => drawnPixels(map), { timeout: 30_000 }).toBeGreaterThan(1000);
  const before = await map.screenshot();
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await map.screenshot()).equals(before)).toBe(false);
  await page.getByRole('slider', { name: 'Time of the picture' }).focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /past/);
  await page.keyboard.press('End');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /forecast/);
  await expectAccessible(page);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});

test('with the crosshair the arrow keys read what the map shows', async ({ page }) => {
  await page.goto(berlin);
  const map = page.getByRole('group', { name: 'Map', exact: true });
  await expect.poll(() => drawnPixels(map), { timeout: 30_000 }).toBeGreaterThan(1000);
  await page.getByText('Read the map with the arrow keys').click();
  await map.focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft');
  const read = page.getByText(
    /^30\skm west: (dry|(very light|light|moderate|heavy|very heavy) rain)/,
  );
  await expect(read).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(/^32\skm west: /)).toBeVisible();
});

test('temperature is a second layer, simulated here and said so, with its values in words', async ({
  page,
}) => {
  await page.goto(berlin);
  await page.getByRole('radio', { name: 'Temperature' }).check({ force: true });
  await expect(page.getByText(/^Simulated forecast, not a measurement/)).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText(/^Berlin: -?\d+°$/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('list', { name: 'Legend' }).getByText('over 31°')).toBeVisible();
  const slider = page.getByRole('slider', { name: 'Time of the picture' });
  await expect(slider).toHaveAttribute('aria-valuetext', /now/);
  await expectAccessible(page);
});

test('the dashboard has a sentence and a still picture, which lead to the map', async ({
  page,
}) => {
  await new Dashboard(page).open();
  const link = page.getByRole('link', { name: 'Rain map' });
  await link.scrollIntoViewIfNeeded();
  const line = page.getByText(/^Simulated rain, not a measurement\. /);
  await expect(line).toBeVisible({ timeout: 30_000 });
  await expect
    .poll(() => drawnPixels(page.locator('main')), { timeout: 30_000 })
    .toBeGreaterThan(500);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Rain map' })).toBeVisible();
});

test('in forced colours the words are readable and the levels are hatched', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(berlin);
  await expect(page.getByRole('table', { name: 'The next hour' })).toBeVisible({ timeout: 30_000 });
  await expectReadableInSystemColors(page, '/map');
  const legend = page.getByRole('list', { name: 'Legend' }).locator('[data-level]');
  const grounds = await legend.evaluateAll((swatches) =>
    swatches.map((swatch) => {
      const { backgroundImage, backgroundColor } = getComputedStyle(swatch);
      return `${backgroundImage} ${backgroundColor}`;
    }),
  );
  expect(new Set(grounds).size).toBe(grounds.length);
});

/** The pixels of the land, which are not transparent. */
function drawnPixels(map: Locator): Promise<number> {
  return map.evaluate((element) => {
    const canvas = element.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context || canvas.width === 0) return 0;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let drawn = 0;
    // Every eighth pixel, for a browser without a graphics card.
    for (let index = 3; index < data.length; index += 32) if ((data[index] ?? 0) > 0) drawn += 8;
    return drawn;
  });
}
