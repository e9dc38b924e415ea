/** The test of the accessibility page measures what the settings have really done. */
import { expect, test } from './support/test.ts';

// [R2.09]
test('a visitor changes settings, runs the test, and resets', async ({ page }) => {
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
  await run.click();
  await expect(page.getByText('Text size: 100% of normal.')).toBeVisible();
});
