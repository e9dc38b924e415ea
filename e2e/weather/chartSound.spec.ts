/** Charts as sound: pitch is the value, left to right is time, and a click marks now. */
import { Dashboard } from '../pages/dashboard.ts';
import { observeFeedback } from '../support/feedback.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ hasTouch }) => hasTouch, 'the tones are the same on a phone');

/** 48 hours take about ten seconds. */
const noteMs = 200;

test('temperatures are played as tones, paused and stepped through', async ({ page, baseURL }) => {
  const feedback = await observeFeedback(page);
  await page.clock.install();
  await new Dashboard(page).open();
  const answer = await page.request.get(`${baseURL}/api/weather?latitude=52.52&longitude=13.41`);
  const { hourly, current } = await answer.json();
  const hourMs = 3_600_000;
  const first = hourly.time.findIndex((time: string) => Date.parse(time) + hourMs > Date.now());
  // The first hour has the current value.
  const temperatures: number[] = [
    current.temperature_2m,
    ...hourly.temperature_2m.slice(first + 1, first + 48),
  ];
  const [low, high] = [Math.min(...temperatures), Math.max(...temperatures)];

  const slider = page.getByRole('slider', { name: 'Chart of the next 48 hours' });
  const tones = async () =>
    (await feedback.connections())
      .filter(({ from }) => from.kind === 'OscillatorNode')
      .map(({ from }) => from.value ?? 0);
  const press = async (button: string) => {
    const before = (await tones()).length;
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect.poll(async () => (await tones()).length).toBeGreaterThan(before);
  };
  const hour = async () => Number(await slider.getAttribute('aria-valuenow'));
  const playUntil = async (last: number) => {
    for (let heard = await hour(); heard < last; heard = await hour()) {
      await page.clock.runFor(noteMs);
      await expect.poll(hour).toBeGreaterThan(heard);
    }
  };
  await press('Listen');
  // From here on the clock is controlled by the test.
  await page.clock.pauseAt(Date.now() + 5_000);
  await playUntil(10);
  await page.getByRole('button', { name: 'Pause' }).click();
  const sides = (await feedback.connections())
    .filter(({ from }) => from.kind === 'StereoPannerNode')
    .map(({ from }) => from.value ?? 0);

  const [click, ...played] = await tones();
  expect(click).toBeCloseTo(3000, 0);
  expect(played.length).toBeGreaterThanOrEqual(10);
  // An octave below and an octave above 1500 Hz.
  const expected = temperatures.map((value) => 750 * 4 ** ((value - low) / (high - low)));
  for (const [index, hertz] of played.entries()) {
    expect(hertz).toBeCloseTo(expected[index] as number, 0);
    expect(sides[index + 1]).toBeCloseTo((index / 47) * 2 - 1, 4);
  }

  await page.clock.runFor(1_000);
  expect((await tones()).length).toBe(played.length + 1);
  await page.getByRole('button', { name: 'One step on' }).click();
  expect((await tones()).length).toBe(played.length + 2);
  const sentence = await slider.getAttribute('aria-valuetext');
  await expect(page.locator('[data-announcer]')).toContainText(sentence ?? '?');

  await press('Play');
  await playUntil(48);
  await page.clock.runFor(noteMs);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stop listening' }).click();
  await expect(page.getByRole('group', { name: 'Listen to the chart' })).toHaveCount(0);
});

test('the chart is played with the band, volume and hearing aid mode of the settings', async ({
  page,
}) => {
  const feedback = await observeFeedback(page);
  await page.addInitScript(() => {
    const value = { audioVolume: 'low', frequencyAdjustment: 'low', hearingAidMode: true };
    localStorage.setItem('accessibility_settings', JSON.stringify({ v: 1, value }));
  });
  await new Dashboard(page).open();
  await page.getByRole('button', { name: 'Listen' }).click();
  const chain = async () => (await feedback.chain()).map(({ kind, value }) => [kind, value]);
  await expect.poll(async () => (await chain()).length).toBe(4);
  const [band, volume, , compressor] = await chain();
  expect(band).toEqual(['BiquadFilterNode', 500]);
  expect(volume).toEqual(['GainNode', expect.closeTo(0.3, 5)]);
  expect(compressor?.[0]).toBe('DynamicsCompressorNode');
  const connections = await feedback.connections();
  const [click] = connections.filter(({ from }) => from.kind === 'OscillatorNode');
  // An octave above 500 Hz.
  expect(click?.from.value).toBeCloseTo(1000, 0);
});

test('a browser without sound gets a message', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'AudioContext'));
  await new Dashboard(page).open();
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(page.getByText('This browser cannot play tones.')).toBeVisible();
});
