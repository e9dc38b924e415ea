/** Printed pages have the place and all texts, and no buttons. */
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
  await expect(page.getByText('°F', { exact: true })).toBeHidden();
});

test('no hour is cut off at the edge of the paper, neither in the strip nor in the chart', async ({
  page,
}) => {
  await openRoute(page, '/');
  // A4 portrait without its margins.
  await page.setViewportSize({ width: 718, height: 1045 });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const chart = page.getByRole('figure', { name: 'Chart of the next 48 hours' });
  const hours = chart.getByRole('listitem').filter({ visible: true });
  await expect(hours).toHaveCount(48);
  await expect(hours.getByText('Now')).toHaveCount(1);
  const beyond = await chart.evaluate((figure) => {
    const { left, right } = figure.getBoundingClientRect();
    const parts = [...figure.querySelectorAll('li, svg, svg text')].map((part) => ({
      text: part.textContent,
      box: part.getBoundingClientRect(),
    }));
    return parts
      .filter(({ box }) => box.width > 0 && (box.left < left - 1 || box.right > right + 1))
      .map(({ text, box }) => `${text}: ${box.left} to ${box.right}`);
  });
  expect(beyond).toEqual([]);

  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(chart.getByRole('list')).toHaveCount(1);
});

test('the printed help has its answers', async ({ page }) => {
  await openRoute(page, '/help');
  const answer = page.getByText(/^From Open-Meteo first/);
  await expect(answer).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(answer).toBeVisible();
});
