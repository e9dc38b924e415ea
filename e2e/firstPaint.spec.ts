/** What arrives before any script has run: the weather itself, in the person's look, with two fonts and no stranger. */
import { Dashboard } from './pages/dashboard.ts';
import { signUp } from './support/account.ts';
import { expectNothingMoved, watchShifts } from './support/layoutShift.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const berlin = '/?lat=52.52&lon=13.41&name=Berlin';
let report: { current: { temperature_2m: number } };

// A page does not wait for weather that nobody has asked for yet.
test.beforeEach(async ({ request }) => {
  report = await (await request.get('/api/weather?latitude=52.52&longitude=13.41')).json();
});

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('place, temperature and condition are there', async ({ page }) => {
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.woff2')) fonts.push(request.url());
    });
    await page.goto(berlin);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Berlin');
    const degrees = `${Math.round(report.current.temperature_2m)}°`;
    await expect(page.locator('#first-paint .temperature')).toHaveText(degrees);
    await expect(page.locator('#first-paint .condition')).not.toBeEmpty();
    await expect(page.getByText('Simulated weather.')).toBeVisible();
    expect(fonts).toHaveLength(2);
  });
});

test('the page takes its place without asking for the weather again, and nothing moves', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/weather')) asked.push(request.url());
  });
  await watchShifts(page);
  const dashboard = new Dashboard(page);
  await dashboard.open(berlin);
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  expect(asked).toEqual([]);
  await expectNothingMoved(page);
  await expectAccessible(page);
});

test('the next visit arrives with the place, the language and the look of the last', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('theme', JSON.stringify({ v: 1, value: 'dark' }));
    localStorage.setItem('language', JSON.stringify({ v: 1, value: 'de' }));
  });
  await new Dashboard(page).open('/');
  const next = await (await context.request.get('/')).text();
  expect(next).toContain('<html lang="de" data-theme="dark"');
  expect(next).toContain('<h1>Berlin</h1>');
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === 'last_place')?.value).toBe('52.52_13.41_Berlin');
});

test('what a page brings along weighs more than what all pages share', async ({
  page,
  context,
  baseURL,
}) => {
  await signUp(context, baseURL, 'ada');
  await page.goto('/delete-account');
  const dialog = page.getByRole('alertdialog');
  // Everything that has the focus has an outline, but a dialog asks for none.
  await expect(dialog).toBeFocused();
  await expect(dialog).toHaveCSS('outline-style', 'none');
});
