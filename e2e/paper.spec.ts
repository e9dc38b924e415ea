/** What reaches paper: the place and every text, and no button that nobody can press there. */
import { openRoute } from './support/openRoute.ts';
import { expect, test } from './support/test.ts';

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
});

test('the help on paper has its answers', async ({ page }) => {
  await openRoute(page, '/help');
  const answer = page.getByText(/^From Open-Meteo first/);
  await expect(answer).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(answer).toBeVisible();
});
