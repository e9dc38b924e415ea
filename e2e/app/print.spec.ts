/** Printed pages have the place and all texts, and no buttons. */
import type { Page } from '@playwright/test';
import { setAppearance } from '../support/appearance.ts';
import { pdfText } from '../support/checks/pdfText.ts';
import { openRoute } from '../support/openRoute.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ hasTouch }) => hasTouch, 'print is the same on a phone');

test('the printed weather has its place and explanations, is dark on white and has no buttons', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openRoute(page, '/');
  const reason = page.getByText(/^Source of the threshold/).first();
  await expect(reason).toBeHidden();

  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading.getByText('Berlin')).toBeVisible();
  // The colour of text on a light background, `deep` in docs/design.md.
  await expect(heading).toHaveCSS('color', 'rgb(11, 37, 69)');
  await expect(reason).toBeVisible();
  for (const name of ['Open menu', 'Refresh', 'Share this place', 'Listen', 'Table', 'List']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
  }
  await expect(page.getByRole('tablist')).toBeHidden();
});

/** Shows the sheet that is printed instead of the cards. It is mounted some time after the page has loaded. */
async function showSheet(page: Page) {
  // A4 portrait without its margins.
  await page.setViewportSize({ width: 718, height: 1045 });
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('[data-print-sheet]');
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(sheet).toBeVisible({ timeout: 500 });
  }).toPass();
  return sheet;
}

test('the printed weather has 48 hours and fifteen days as tables', async ({ page }) => {
  await openRoute(page, '/');
  const sheet = await showSheet(page);
  const tables = sheet.getByRole('table');
  await expect(tables.nth(0).getByRole('row')).toHaveCount(49);
  await expect(tables.nth(1).getByRole('row')).toHaveCount(16);
  await expect(page.getByRole('tabpanel')).toBeHidden();
  const overflow = await sheet.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(sheet).toHaveCount(0);
});

for (const [language, format, hours, days] of [
  ['en', 'A4', 'Hour by hour', '15-day outlook'],
  ['en', 'Letter', 'Hour by hour', '15-day outlook'],
  ['de', 'A4', 'Stunde für Stunde', '15-Tage-Ausblick'],
  ['tr', 'A4', 'Saat saat', '15 günlük tahmin'],
] as const) {
  test(`on ${format} in ${language} the text of all tables fits on two pages`, async ({ page }) => {
    await setAppearance(page, language, 'light');
    await openRoute(page, '/');
    const sheet = await showSheet(page);
    const withoutSpaces = (text: string) => text.replace(/\s/g, '');
    const cells = await sheet.locator('th, td').allInnerTexts();
    const pages = pdfText(await page.pdf({ format }));
    expect(pages.length).toBeLessThanOrEqual(2);
    const printed = pages.join('');
    for (const text of ['Berlin', hours, days]) expect(printed).toContain(withoutSpaces(text));
    expect(cells.filter((cell) => !printed.includes(withoutSpaces(cell)))).toEqual([]);
  });
}

test('the printed help has its answers', async ({ page }) => {
  await openRoute(page, '/help');
  const answer = page.getByText(/^From Open-Meteo first/);
  await expect(answer).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(answer).toBeVisible();
});
