/** Pages in forced-colors mode, where the system chooses the colours. */
import type { Locator } from '@playwright/test';
import { expectReadableInSystemColors } from '../support/checks/systemColors.ts';
import { openRoute } from '../support/openRoute.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ timeout: 90_000 });
test.skip(({ hasTouch }) => hasTouch, 'the colours are the same on a phone');

for (const colorScheme of ['light', 'dark'] as const) {
  test(`${colorScheme}: everything is readable and the selection is visible`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const settings = '/accessibility-settings';
    await openRoute(page, settings);
    await expectReadableInSystemColors(page, settings);
    const background = (selector: string) =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
    const size = 'fieldset:has(legend:text-is("Text size"))';
    expect(await background(`${size} label:has(:checked) span`)).not.toBe(
      await background(`${size} label:has([value="small"]) span`),
    );
    const motion = 'label:has([role="switch"]):has-text("Reduce motion") [aria-hidden="true"]';
    const off = await background(motion);
    await page.getByRole('switch', { name: /^Reduce motion/ }).click({ force: true });
    await expect.poll(() => background(motion)).not.toBe(off);
    await openRoute(page, '/');
    await expectReadableInSystemColors(page, '/');
    expect(await background('[role="tab"][aria-selected="true"]')).not.toBe(
      await background('[role="tab"]:nth-child(2)'),
    );
  });
}

test('the current page and the active search option are visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  const background = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element).backgroundColor);

  await openRoute(page, '/login');
  const modes = page.getByRole('navigation').last().getByRole('link');
  expect(await background(modes.nth(0))).not.toBe(await background(modes.nth(1)));

  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog').getByRole('link');
  const edge = (name: string) =>
    menu
      .filter({ hasText: name })
      .evaluate((element) => getComputedStyle(element).borderInlineStartWidth);
  expect(await edge('Login')).not.toBe(await edge('Accessibility'));

  await openRoute(page, '/locations');
  await page.getByRole('combobox').fill('Berlin');
  const chosen = page.getByRole('option', { selected: true });
  await expect(chosen).toHaveCSS('outline-style', 'solid');
  await expectReadableInSystemColors(page, '/locations');
});

test('the temperature bar of a day keeps its colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openRoute(page, '/');
  await page.getByRole('tab', { name: '15 days' }).click();
  const track = page.locator('[role="tabpanel"] li :has(> [style*="linear-gradient"])').first();
  await expect(track).not.toHaveCSS('background-color', 'rgb(255, 255, 255)');
});
