/** Each accessibility setting takes effect at once and after a reload. */
import type { Page } from '@playwright/test';
import { Dashboard } from '../pages/dashboard.ts';
import { signUp } from '../support/account.ts';
import { animatedParts } from '../support/checks/motion.ts';
import { observeFeedback } from '../support/feedback.ts';
import { issueAlert } from '../support/issueAlert.ts';
import { axe, expect, test } from '../support/test.ts';

test.skip(({ hasTouch }) => hasTouch, 'the settings are the same on a phone');

const path = '/accessibility-settings';

const toggle = (page: Page, name: RegExp) =>
  page.getByRole('switch', { name }).click({ force: true });

async function choose(page: Page, group: string, name: string) {
  await page
    .getByRole('group', { name: group })
    .getByRole('radio', { name, exact: true })
    .check({ force: true });
}

// [R1.22, R9.01, R9.05]
test('text size scales the root by 0.875, 1, 1.125 and 1.25', async ({ page }) => {
  await page.goto(path);
  const rootSize = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  for (const [name, scale] of [
    ['Small', 0.875],
    ['Medium', 1],
    ['Large', 1.125],
    ['Extra large', 1.25],
  ] as const) {
    await choose(page, 'Text size', name);
    expect(await rootSize()).toBe(16 * scale);
  }
  await page.reload();
  expect(await rootSize()).toBe(20);
});

// [R1.22]
test('high contrast raises every text to 7:1, also after a reload', async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto(path);
  await toggle(page, /^High contrast/);
  await page.reload();
  for (const route of [path, '/', '/help', '/login', '/contact']) {
    await page.goto(route);
    await expect(page.locator('h1')).toBeAttached();
    await expect(page.getByText('Loading')).toHaveCount(0);
    const { violations } = await axe(page).withRules(['color-contrast-enhanced']).analyze();
    const found = violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')));
    expect(found, route).toEqual([]);
  }
});

// [R1.22]
test('reduced motion leaves no animation and no transition', async ({ page }) => {
  await page.goto(path);
  await toggle(page, /^Reduce motion/);
  await new Dashboard(page).open();
  expect(await animatedParts(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await animatedParts(page)).toEqual([]);
});

// [R1.22]
test('the settings of the system apply until the user chooses otherwise', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', contrast: 'more' });
  await page.goto(path);
  const motion = page.getByRole('switch', { name: /^Reduce motion/ });
  const contrast = page.getByRole('switch', { name: /^High contrast/ });
  await expect(motion).toBeChecked();
  await expect(contrast).toBeChecked();
  await choose(page, 'Text size', 'Large');
  await page.emulateMedia({ reducedMotion: 'no-preference', contrast: 'more' });
  await expect(motion).not.toBeChecked();
  await expect(contrast).toBeChecked();
  await toggle(page, /^High contrast/);
  await page.reload();
  await expect(contrast).not.toBeChecked();
  await expect(page.locator('html')).not.toHaveAttribute('data-contrast');
});

// [R1.22, R3.15]
test('each kind of colour vision has colours of its own', async ({ page }) => {
  await page.goto(path);
  const colors = () =>
    page.locator('[data-grade], [style*="temperature"]').evaluateAll((samples) =>
      samples.map((sample) => {
        const { color, backgroundColor } = getComputedStyle(sample);
        return `${color} on ${backgroundColor}`;
      }),
    );
  const seen = new Map<string, string>();
  const select = page.getByRole('combobox', { name: 'Colour vision' });
  for (const mode of ['none', 'protanopia', 'tritanopia', 'monochrome', 'deuteranopia']) {
    await select.selectOption(mode);
    seen.set(mode, (await colors()).join());
  }
  // Both confuse red and green, so both have the same palette.
  expect(seen.get('deuteranopia')).toBe(seen.get('protanopia'));
  expect(new Set(seen.values()).size).toBe(4);
  await page.reload();
  await expect(select).toHaveValue('deuteranopia');
  expect((await colors()).join()).toBe(seen.get('deuteranopia'));
});

// [R1.22, R2.26]
test('loading, updated weather, another place and alerts are announced', async ({ page }) => {
  await page.goto(path);
  const spoken = page.locator('[data-announcer]');
  await toggle(page, /^Screen reader announcements/);
  await expect(spoken).toContainText('Announcements are on.');
  await issueAlert(page, 'moderate');
  await page.goto('/');
  await expect(spoken).toContainText('Official alert, Moderate: Hurricane-force gusts.');
  await expect(spoken).toContainText('Halcyon has loaded.');
  await new Dashboard(page).refresh.click();
  await expect(spoken).toContainText(/Weather updated\. -?\d+°, /);
  await page.evaluate(() => {
    const bonn = { id: null, name: 'Bonn', latitude: 50.73, longitude: 7.1 };
    localStorage.setItem('recent_places', JSON.stringify({ v: 1, value: [bonn] }));
  });
  await new Dashboard(page).open();
  await page.getByRole('button', { name: 'Berlin', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Bonn/ }).first().click();
  await expect(spoken).toContainText(/Bonn: -?\d+°, /);
});

// [R1.22, R9.01, R9.05]
test('alerts are spoken, and the weather on demand, in the language of the page', async ({
  page,
}) => {
  const feedback = await observeFeedback(page);
  await page.goto(path);
  await toggle(page, /^Voice announcements/);
  expect((await feedback.spoken()).at(-1)).toMatchObject({ text: 'Voice announcements are on.' });
  await choose(page, 'Volume', 'Low');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.getByRole('heading', { name: 'Barrierefreiheit' })).toBeVisible();

  await issueAlert(page, 'severe');
  await page.goto('/');
  await expect.poll(feedback.spoken).toHaveLength(1);
  const [alert] = await feedback.spoken();
  expect(alert?.text).toContain('Amtliche Warnung, Schwer: Hurricane-force gusts.');
  // Voice volume 0.7 at medium; low is half of it.
  expect(alert).toMatchObject({ lang: 'de-DE', rate: expect.closeTo(0.8, 5) });
  expect(alert?.volume).toBeCloseTo(0.35, 5);

  await page.getByRole('button', { name: 'Wetter vorlesen' }).click();
  const reading = (await feedback.spoken())[1]?.text;
  const temperature = await new Dashboard(page).temperature.innerText();
  expect(reading).toContain('Berlin.');
  expect(reading).toContain(/-?\d+°/.exec(temperature)?.[0]);
});

// [R1.22, R9.01, R9.05]
test('each kind of event has a vibration of its own, and none when it is off', async ({ page }) => {
  const feedback = await observeFeedback(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(feedback.vibrations).toHaveLength(1);
  const error = (await feedback.vibrations())[0];
  await page.goto(path);
  await choose(page, 'Text size', 'Large');
  await expect.poll(feedback.vibrations).toHaveLength(1);
  const selection = (await feedback.vibrations())[0];
  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect.poll(feedback.vibrations).toHaveLength(2);
  const success = (await feedback.vibrations())[1];
  await issueAlert(page, 'moderate');
  await page.keyboard.press('h');
  await expect.poll(async () => (await feedback.vibrations()).length).toBeGreaterThan(2);
  const warning = (await feedback.vibrations())[2];
  const patterns = [error, selection, success, warning].map((pattern) => pattern?.join());
  expect(new Set(patterns).size).toBe(4);

  await page.goto(path);
  await toggle(page, /^Vibration/);
  await choose(page, 'Text size', 'Small');
  expect(await feedback.vibrations()).toEqual([]);
});

// [R3.14]
test('volume is the gain of every tone: 0.3, 0.6 and 1', async ({ page }) => {
  const feedback = await observeFeedback(page);
  await page.goto(path);
  for (const [name, gain] of [
    ['Low', 0.3],
    ['High', 1],
    ['Medium', 0.6],
  ] as const) {
    await choose(page, 'Volume', name);
    const volume = (await feedback.chain()).find(({ kind }) => kind === 'GainNode');
    expect(volume?.value).toBeCloseTo(gain, 5);
  }
});

// [R3.14]
test('the band is centred on 500, 1500 or 4000 Hz, or on a custom frequency', async ({ page }) => {
  const feedback = await observeFeedback(page);
  await page.goto(path);
  const centre = async () => (await feedback.chain())[0]?.value;
  for (const [name, hertz] of [
    ['Deep', 500],
    ['High', 4000],
    ['Middle', 1500],
  ] as const) {
    await choose(page, 'Tones you hear best', name);
    expect(await centre()).toBe(hertz);
  }
  await choose(page, 'Tones you hear best', 'Custom');
  const slider = page.getByRole('slider', { name: 'Middle of your band, in hertz' });
  await slider.focus();
  await page.keyboard.press('End');
  await expect.poll(centre).toBe(8000);
  await page.reload();
  await expect(slider).toHaveValue('8000');
});

// [R3.14]
test('hearing aid mode plays one channel through a compressor, without sudden onsets', async ({
  page,
}) => {
  const feedback = await observeFeedback(page);
  await page.goto(path);
  await choose(page, 'Volume', 'High');
  const kinds = async () => (await feedback.chain()).map(({ kind }) => kind);
  expect(await kinds()).toEqual(['BiquadFilterNode', 'GainNode']);
  const [sudden = 0] = await feedback.onsets();
  expect(sudden).toBeLessThan(0.02);
  await toggle(page, /^Hearing aid mode/);
  expect((await feedback.onsets()).at(-1)).toBeGreaterThanOrEqual(0.05);
  expect(await kinds()).toEqual([
    'BiquadFilterNode',
    'GainNode',
    'GainNode',
    'DynamicsCompressorNode',
  ]);
  expect((await feedback.chain())[2]).toMatchObject({ channels: 1, mode: 'explicit' });
});

// [R3.14]
test('a severe alert frames the screen with at most two flashes a second, and without flashes for reduced motion', async ({
  page,
}) => {
  // The frame disappears after seconds, so its animation is recorded when it appears.
  await page.addInitScript(() => {
    const record = () => {
      const frame = document.querySelector('[data-visual-alert]');
      if (!frame) return;
      const { animationName, animationDuration } = getComputedStyle(frame);
      Reflect.set(window, 'flash', { name: animationName, duration: animationDuration });
    };
    new MutationObserver(record).observe(document, { childList: true, subtree: true });
  });
  const wasFramed = () => page.evaluate(() => Reflect.has(window, 'flash'));
  const recordedFlash = async () => {
    const recorded = await page.waitForFunction(() => Reflect.get(window, 'flash'));
    return (await recorded.jsonValue()) as { name: string; duration: string };
  };
  await page.goto(path);
  await toggle(page, /^Visual alerts/);
  await expect(page.locator('[data-visual-alert]')).toBeVisible();
  expect(await wasFramed()).toBe(true);
  await toggle(page, /^Screen reader announcements/);
  await issueAlert(page, 'moderate');
  await new Dashboard(page).open();
  await expect(page.locator('[data-announcer]')).toContainText('Official alert, Moderate');
  // The shortcuts are mounted together with the frame.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await wasFramed()).toBe(false);

  await page.unroute('**/api/weather?*');
  await issueAlert(page, 'severe');
  await page.goto('/');
  const { name, duration } = await recordedFlash();
  expect(name).not.toBe('none');
  expect(Number.parseFloat(duration)).toBeGreaterThanOrEqual(0.5);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  expect((await recordedFlash()).name).toBe('none');
});

// [R3.14]
test('voice guidance reads the focused control, its state and its errors', async ({ page }) => {
  const feedback = await observeFeedback(page);
  await page.goto(path);
  await toggle(page, /^Voice guidance/);
  const last = async () => (await feedback.spoken()).at(-1)?.text ?? '';
  await page.getByRole('switch', { name: /^Hearing aid mode/ }).focus();
  await expect.poll(last).toMatch(/^Hearing aid mode One channel.*, switch, off$/);
  await page.keyboard.press('Space');
  await expect.poll(last).toBe('switch, on');
  await page.getByRole('radio', { name: 'Medium' }).first().focus();
  await expect.poll(last).toBe('Text size: Medium, option 2 of 4, selected');

  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await expect.poll(last).toMatch(/^Email, text field/);
  await page.keyboard.press('Enter');
  await expect.poll(last).toMatch(/^Email, text field, please check, .+/);
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await expect.poll(last).not.toContain('secret');

  await new Dashboard(page).open();
  await page.getByRole('tab', { name: 'Hourly' }).focus();
  await expect.poll(last).toBe('Hourly, tab 1 of 3');
});

// [R1.22]
test('the settings of a user are there on the next device', async ({
  page,
  context,
  baseURL,
  browser,
}) => {
  await signUp(context, baseURL, 'ada');
  await page.goto(path);
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/user/preferences') && response.request().method() === 'POST',
  );
  await toggle(page, /^Hearing aid mode/);
  await saved;
  const other = await browser.newContext({
    storageState: { cookies: await context.cookies(), origins: [] },
  });
  const phone = await other.newPage();
  await phone.goto(`${baseURL}${path}`);
  await expect(phone.getByRole('switch', { name: /^Hearing aid mode/ })).toBeChecked();
  await other.close();
});
