/** The server-rendered page before any script has run, and its replacement by the app. */
import type { Locator, Page } from '@playwright/test';
import { Dashboard } from '../pages/dashboard.ts';
import { signUp } from '../support/account.ts';
import { expectNoLayoutShift, recordLayoutShifts } from '../support/checks/layoutShift.ts';
import { shownDegrees } from '../support/shownDegrees.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const berlin = '/?lat=52.52&lon=13.41&name=Berlin';
/** Where the place of nothing is compared. */
const sameOnPhone = 'the content is the same on every width';
interface Paint {
  element: Element | null;
  size: number;
}

let report: { current: { temperature_2m: number } };

// The server renders only weather that it has cached.
test.beforeEach(async ({ request }) => {
  report = await (await request.get('/api/weather?latitude=52.52&longitude=13.41')).json();
});

test.describe('without any script', () => {
  test.skip(({ isMobile }) => isMobile, sameOnPhone);
  test.use({ javaScriptEnabled: false });

  test('place, temperature and condition are shown', async ({ page }) => {
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.woff2')) fonts.push(request.url());
    });
    await page.goto(berlin);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Berlin');
    await expect(page.locator('#first-paint .temperature')).toHaveText(
      shownDegrees(report.current.temperature_2m),
    );
    await expect(page.locator('#first-paint .condition')).not.toBeEmpty();
    await expect(page.getByText('Simulated weather.')).toBeVisible();
    expect(fonts).toHaveLength(2);
  });
});

test.describe('of a page with a form or a text', () => {
  test.use({ place: null });

  for (const [path, text] of [
    ['/login', 'Password'],
    ['/contact', 'Monday to Friday 9:00-17:00 CEST'],
    ['/help', 'Where does the weather come from?'],
    ['/privacy-policy', 'Effective 12 May 2024'],
    ['/accessibility-settings', 'Text size'],
    ['/locations', 'Search for a place'],
  ] as const) {
    test(`${path} is readable before its script, and stays where it is`, async ({ page }) => {
      await recordLayoutShifts(page);
      const release = await delayScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      const painted = page.locator('#first-paint');
      await expect(painted.getByText(text).first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const before = await placeOf(page.getByText(text).first());
      const heading = await placeOf(page.getByRole('heading', { level: 1 }));
      release();
      await expect(painted).toHaveCount(0);
      await expect(page.getByText(text).first()).toBeVisible();
      expect(await placeOf(page.getByRole('heading', { level: 1 }))).toEqual(heading);
      expect(await placeOf(page.getByText(text).first())).toEqual(before);
      await expectNoLayoutShift(page);
    });
  }

  test('a link from a mail shows its form before the script, and without its token nothing', async ({
    page,
    isMobile,
  }) => {
    test.skip(isMobile, sameOnPhone);
    const release = await delayScripts(page);
    await page.goto('/reset-password#token=abc', { waitUntil: 'commit' });
    await page.getByLabel('New password', { exact: true }).fill('kingfisher on a branch');
    release();
    await expect(page.locator('#first-paint')).toHaveCount(0);
    await expect(page.getByLabel('New password', { exact: true })).toHaveValue(
      'kingfisher on a branch',
    );
    await page.route('**/assets/*.js', () => {});
    await page.goto('/reset-password', { waitUntil: 'commit' });
    await expect(page.locator('#root')).toBeAttached();
    await expect(page.getByLabel('New password')).toHaveCount(0);
  });

  test.describe('whose login is refused', () => {
    test.skip(({ isMobile }) => isMobile, sameOnPhone);
    test.use({ expectedErrors: /status of 401/ });

    test('what is typed and pressed before the script has loaded is kept', async ({ page }) => {
      const release = await delayScripts(page);
      await page.goto('/login', { waitUntil: 'commit' });
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Password', { exact: true }).pressSequentially('king');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      release();
      await expect(page.locator('#first-paint')).toHaveCount(0);
      await expect(page).toHaveURL('/login');
      await expect(page.getByLabel('Email')).toHaveValue('ada@example.org');
      const password = page.getByLabel('Password', { exact: true });
      await expect(password).toHaveValue('king');
      // The press is repeated, and refused by the server.
      await expect(page.getByText('Invalid email or password')).toBeVisible();
    });
  });
});

test.describe('before there is a place', () => {
  test.use({ place: null, locale: 'de-DE' });

  test('the question is where the app shows it, and nothing moves', async ({ page }) => {
    await recordLayoutShifts(page);
    const release = await delayScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    const painted = page.locator('#first-paint');
    const question = page.getByRole('heading', { level: 1, name: 'Welcher Ort soll es sein?' });
    const sentence = page.getByText('Das Wetter, ruhig und genau');
    const places = () => Promise.all([question, sentence].map(placeOf));
    await expect(painted).toBeVisible();
    const before = await places();
    release();
    await expect(painted).toHaveCount(0);
    await expect(page.getByRole('combobox')).toBeVisible();
    expect(await places()).toEqual(before);
    await expectNoLayoutShift(page);
  });

  for (const [hour, sky] of [
    [12, 'clear-day'],
    [23, 'clear-night'],
  ] as const) {
    test(`the sky matches the visitor’s local time: ${sky}`, async ({ page, isMobile }) => {
      test.skip(isMobile, sameOnPhone);
      await page.clock.setFixedTime(new Date(2026, 5, 1, hour));
      await page.route('**/assets/*.js', () => {});
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.locator('#first-paint [data-sky]')).toHaveAttribute('data-sky', sky);
    });
  }
});

for (const [locale, sentence] of [
  ['en-GB', 'Calm, exact weather'],
  ['de-DE', 'Das Wetter, ruhig und genau'],
  ['tr-TR', 'Sade ve net hava durumu'],
] as const) {
  test.describe(`the first visit in ${locale}`, () => {
    test.use({ place: null, locale });

    test('has the sentence of the first paint as its largest paint', async ({ page }) => {
      // Noted as soon as it is painted: the element is removed when the app replaces the first paint.
      await page.addInitScript(() => {
        Object.assign(window, { largest: { text: '', size: 0 } });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { element, size } = entry as PerformanceEntry & Paint;
            const text = `${element?.closest('#first-paint')?.id} ${element?.textContent}`;
            Object.assign(window, { largest: { text, size } });
          }
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      });
      const release = await delayScripts(page);
      await page.goto('/', { waitUntil: 'commit' });
      const largest = () =>
        page.evaluate(() => Reflect.get(window, 'largest') as { text: string; size: number });
      await expect
        .poll(async () => (await largest()).text)
        .toMatch(new RegExp(`^first-paint ${sentence}`));
      const { size } = await largest();
      release();
      // The tour is the last text to appear.
      await expect(page.locator('section [aria-live] h2')).toBeVisible();
      await expect(page.getByRole('combobox')).toBeVisible();
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))),
      );
      // In the app the sentence has its font, which is a little wider than the one of a quick first paint.
      expect((await largest()).size / size).toBeLessThan(1.03);
    });
  });
}

test('a visitor with a chosen place is not asked for one, even without the cookie', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, sameOnPhone);
  await page.route('**/assets/*.js', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('#root')).toBeAttached();
  await expect(page.getByText('Choose a place')).toHaveCount(0);
});

test('a late font does not move what is beside the temperature', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the text is below the temperature');
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/*.woff2', async (route) => {
    await sent;
    await route.continue();
  });
  await page.route('**/assets/*.js', () => {});
  await page.goto(berlin, { waitUntil: 'commit' });
  const condition = page.locator('#first-paint .condition');
  await expect(condition).toBeVisible();
  const left = () => condition.evaluate((element) => element.getBoundingClientRect().left);
  const before = await left();
  send();
  await page.waitForFunction(() => document.fonts.check('500 1rem Poppins'));
  expect(await left()).toBe(before);
});

/** A font that arrives after the first paint moves texts by some pixels. */
async function cacheFonts(page: Page) {
  await page.goto('/help');
  await page.evaluate(() => document.fonts.ready);
}

/** Delays the app's scripts until the returned function is called. */
async function delayScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The left edge and the vertical centre of an element. */
async function placeOf(part: Locator) {
  const { x = 0, y = 0, height = 0 } = (await part.boundingBox()) ?? {};
  return [x, y + height / 2].map(Math.round);
}

test('the app takes over without requesting the weather again, and nothing moves', async ({
  page,
}) => {
  await cacheFonts(page);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/weather')) requested.push(request.url());
  });
  await recordLayoutShifts(page);
  const dashboard = new Dashboard(page);
  await dashboard.open(berlin);
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  expect(requested).toEqual([]);
  await expectNoLayoutShift(page);
  await expectAccessible(page);
});

test('the next visit is rendered with the place, language and theme of the last one', async ({
  page,
  context,
  isMobile,
}) => {
  test.skip(isMobile, sameOnPhone);
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

test('the styles of a page override the shared styles', async ({
  page,
  context,
  baseURL,
  isMobile,
}) => {
  test.skip(isMobile, sameOnPhone);
  await signUp(context, baseURL, 'ada');
  await page.goto('/delete-account');
  const dialog = page.getByRole('alertdialog');
  // The shared styles give every focused element an outline, the dialog removes it.
  await expect(dialog).toBeFocused();
  await expect(dialog).toHaveCSS('outline-style', 'none');
});
