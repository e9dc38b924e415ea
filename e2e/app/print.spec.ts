/** What reaches paper: the place and every text, and no button that nobody can press there. */
import { openRoute } from '../support/openRoute.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ hasTouch }) => hasTouch, 'paper is the same for a phone');

test('the weather on paper names its place, tells why, is dark on white and has no dead buttons', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openRoute(page, '/');
  const reason = page.getByText(/^Source of the line/).first();
  await expect(reason).toBeHidden();

  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading.getByText('Berlin')).toBeVisible();
  // The token of a text on a light ground, docs/design.md: deep.
  await expect(heading).toHaveCSS('color', 'rgb(11, 37, 69)');
  await expect(reason).toBeVisible();
  for (const name of ['Open menu', 'Refresh', 'Share this place', 'Listen', 'Table', 'List']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
  }
  await expect(page.getByRole('tablist')).toBeHidden();
  await expect(page.getByText('°F', { exact: true })).toBeHidden();
});

test('no hour is lost at the edge of the paper, neither in numbers nor in the chart', async ({
  page,
}) => {
  await openRoute(page, '/');
  // A4 upright, between the margins.
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
      says: part.textContent,
      box: part.getBoundingClientRect(),
    }));
    return parts
      .filter(({ box }) => box.width > 0 && (box.left < left - 1 || box.right > right + 1))
      .map(({ says, box }) => `${says}: ${box.left} to ${box.right}`);
  });
  expect(beyond).toEqual([]);

  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(chart.getByRole('list')).toHaveCount(1);
});

test('the help on paper has its answers', async ({ page }) => {
  await openRoute(page, '/help');
  const answer = page.getByText(/^From Open-Meteo first/);
  await expect(answer).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(answer).toBeVisible();
});
