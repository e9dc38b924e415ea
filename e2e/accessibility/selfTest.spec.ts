/** The self-test measures the effect of the settings and tries what the device supports. */
import { observeFeedback } from '../support/feedback.ts';
import { expect, test } from '../support/test.ts';

// [R2.09]
test('a visitor changes settings, runs the self-test and resets', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the settings are the same on a phone');
  await page.goto('/accessibility-settings');
  const run = page.getByRole('button', { name: 'Run the test' });
  await run.click();
  await expect(page.getByText('Text size: 100% of normal.')).toBeVisible();
  await expect(page.getByText('Motion: things may move.')).toBeVisible();
  await expect(page.getByText('Announcements: off.')).toBeVisible();

  await page.getByRole('radio', { name: 'Extra large' }).check({ force: true });
  for (const name of [/^High contrast/, /^Reduce motion/, /^Screen reader announcements/]) {
    await page.getByRole('switch', { name }).click({ force: true });
  }
  await run.click();
  await expect(page.getByText('Text size: 125% of normal.', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Motion: nothing moves.' }),
  ).toBeVisible();
  const contrast = await page
    .getByRole('listitem')
    .filter({ hasText: 'Contrast of text' })
    .innerText();
  expect(Number.parseFloat(contrast.replace('Contrast of text: ', ''))).toBeGreaterThanOrEqual(7);
  await expect(page.locator('[data-announcer]')).toContainText('Text size: 125% of normal.');

  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-contrast');
  await run.click();
  await expect(page.getByText('Text size: 100% of normal.')).toBeVisible();
});

// [R2.09]
test('the self-test speaks, plays a tone in the band, vibrates where possible and shows the visual alert', async ({
  page,
  hasTouch,
}) => {
  const feedback = await observeFeedback(page);
  await page.goto('/accessibility-settings');
  await page.getByRole('button', { name: 'Run the test' }).click();
  expect(await feedback.spoken()).toMatchObject([{ text: 'This is Halcyon. Today stays calm.' }]);
  expect((await feedback.chain())[0]).toMatchObject({ kind: 'BiquadFilterNode', value: 1500 });
  expect(await feedback.vibrations()).toHaveLength(1);
  await expect(page.locator('[data-visual-alert]')).toBeVisible();
  for (const finding of [
    'Voice: this device can speak. You should hear a sentence.',
    'Sound: a tone in your band, around 1,500 Hz.',
    hasTouch
      ? 'Vibration: this device should have vibrated.'
      : 'Vibration: this device does not offer it.',
    'Visual alert: a frame appears around the screen for six seconds.',
  ]) {
    await expect(page.getByText(finding)).toBeVisible();
  }
});

// [R2.09]
test('the self-test lists what the device does not support', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the findings are the same on a phone');
  await page.addInitScript(() => {
    for (const name of ['AudioContext', 'SpeechSynthesisUtterance'])
      Reflect.deleteProperty(window, name);
    Reflect.deleteProperty(Navigator.prototype, 'vibrate');
  });
  await page.goto('/accessibility-settings');
  await page.getByRole('button', { name: 'Run the test' }).click();
  for (const finding of [
    'Voice: this browser cannot speak.',
    'Sound: this browser cannot play tones.',
    'Vibration: this device does not offer it.',
  ]) {
    await expect(page.getByText(finding)).toBeVisible();
  }
});
