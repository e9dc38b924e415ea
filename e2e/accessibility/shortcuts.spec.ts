/** Single-key shortcuts, which can be turned off. */
import { Dashboard } from '../pages/dashboard.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ hasTouch }) => hasTouch, 'a phone has no keys');

test('a key opens each page, and ? lists the shortcuts', async ({ page }) => {
  await new Dashboard(page).open();
  const daily = page.getByRole('tab', { name: 'Daily' });
  // The shortcuts are mounted shortly after the weather.
  await expect(async () => {
    await page.keyboard.press('2');
    await expect(daily).toHaveAttribute('aria-selected', 'true', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByText('Refresh the weather')).toBeVisible();
  // While a dialog is open the shortcuts are inactive.
  await page.keyboard.press('l');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(page).toHaveURL(/\/(\?tab=\w+)?$/);
  await page.keyboard.press('l');
  await expect(page).toHaveURL('/locations');
  await page.keyboard.press('a');
  await expect(page).toHaveURL('/accessibility-settings');
  await page.keyboard.press('m');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});

test('typing in a field triggers no shortcut, and they can be turned off', async ({ page }) => {
  await page.goto('/help');
  await page.getByRole('searchbox').fill('');
  await page.keyboard.type('hal');
  await expect(page.getByRole('searchbox')).toHaveValue('hal');
  await expect(page).toHaveURL('/help');
  const keys = page.getByRole('switch', { name: /^Keyboard shortcuts/ });
  const list = page.getByRole('dialog');
  const expectActive = async () => {
    await keys.focus();
    // The shortcuts are mounted shortly after the page.
    await expect(async () => {
      await page.keyboard.press('?');
      await expect(list).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
  };
  await expectActive();
  await keys.click({ force: true });
  await page.reload();
  await expect(keys).not.toBeChecked();
  await keys.click({ force: true });
  await expectActive();
  await keys.click({ force: true });
  await page.keyboard.press('h');
  await page.keyboard.press('?');
  await expect(list).toHaveCount(0);
  await expect(page).toHaveURL('/help');
});

test('the help page has the accessibility statement in three languages', async ({ page }) => {
  for (const [language, title, untested] of [
    ['en', 'Accessibility statement', 'What was not tested'],
    ['de', 'Erklärung zur Barrierefreiheit', 'Was nicht geprüft wurde'],
    ['tr', 'Erişilebilirlik bildirimi', 'Neyi denetlemedik'],
  ] as const) {
    await page.goto('/help');
    await page.evaluate(
      (value) => localStorage.setItem('language', JSON.stringify({ v: 1, value })),
      language,
    );
    await page.reload();
    const statement = page.getByRole('region', { name: title });
    await expect(statement.getByRole('heading', { name: untested })).toBeVisible();
  }
});
