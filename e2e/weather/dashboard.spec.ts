/** The dashboard: keyboard and pointer, every load state, and places. */
import { Dashboard } from '../pages/dashboard.ts';
import { signUp } from '../support/account.ts';
import { setAppearance } from '../support/appearance.ts';
import { expectNoLayoutShift, recordLayoutShifts } from '../support/checks/layoutShift.ts';
import { shownDegrees } from '../support/shownDegrees.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('dial and charts are operated with the keyboard', async ({ page }) => {
  await new Dashboard(page).open();
  const dial = page.getByRole('slider', { name: 'Hour on the dial' });
  await dial.focus();
  const first = await dial.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowRight');
  await expect(dial).toHaveAttribute('aria-valuenow', '2');
  expect(await dial.getAttribute('aria-valuetext')).not.toBe(first);
  await page.keyboard.press('End');
  await expect(dial).toHaveAttribute('aria-valuenow', '12');

  const hours = page.getByRole('slider', { name: 'Chart of the next 48 hours' });
  await page.getByRole('tab', { name: 'Hourly' }).scrollIntoViewIfNeeded();
  await hours.focus();
  await page.keyboard.press('End');
  await expect(hours).toHaveAttribute('aria-valuenow', '48');
  const last = page.getByRole('list', { name: 'Hour by hour' }).getByRole('listitem').last();
  await expect(last).toBeInViewport();

  await page.getByRole('tab', { name: 'Hourly' }).focus();
  await page.keyboard.press('ArrowRight');
  const days = page.getByRole('slider', { name: 'Chart of the week’s temperatures' });
  await days.focus();
  await page.keyboard.press('ArrowRight');
  await expect(days).toHaveAttribute('aria-valuenow', '2');
  await page.getByRole('radio', { name: 'Temperature' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(
    page.getByRole('slider', { name: 'Chart of the week’s precipitation' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Table' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table')).toBeVisible();
});

test('a tap or click selects an hour on the dial', async ({ page, hasTouch }) => {
  await new Dashboard(page).open();
  const dial = page.getByRole('slider', { name: 'Hour on the dial' });
  await dial.scrollIntoViewIfNeeded();
  await dial.locator('svg').waitFor();
  const box = await dial.boundingBox();
  if (!box) throw new Error('the dial has no box');
  // The middle of the fourth hour: 105 degrees clockwise, on the ring.
  const angle = (105 * Math.PI) / 180;
  const x = box.x + box.width / 2 + box.width * 0.34 * Math.sin(angle);
  const y = box.y + box.height / 2 - box.height * 0.34 * Math.cos(angle);
  if (hasTouch) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
  await expect(dial).toHaveAttribute('aria-valuenow', '4');
});

test('nothing moves while the weather loads', async ({ page }) => {
  await recordLayoutShifts(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/weather?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByText('Loading the weather…')).toBeAttached();
  await page.evaluate(() => document.fonts.ready);
  release();
  await new Dashboard(page).temperature.waitFor();
  await page.getByRole('slider', { name: 'Chart of the next 48 hours' }).scrollIntoViewIfNeeded();
  await expect(page.locator('text', { hasText: /^°C$/ }).first()).toBeVisible();
  await expectNoLayoutShift(page);
});

test('a phone shows now, the next hours and tomorrow without scrolling, a desk hours and days side by side', async ({
  page,
  isMobile,
}) => {
  await new Dashboard(page).open();
  const hours = page.getByRole('list', { name: isMobile ? 'Next hours' : 'Hour by hour' });
  const days = page.getByRole('region', { name: 'Next days' });
  const tomorrow = days.getByRole('listitem').first();
  await expect(tomorrow).toContainText('Tomorrow');
  await expect(hours.getByRole('listitem').first()).toBeInViewport({ ratio: 1 });
  await expect(tomorrow).toBeInViewport({ ratio: 1 });
  const bar = tomorrow.locator('summary > span[aria-hidden]');
  expect((await bar.boundingBox())?.width).toBeGreaterThanOrEqual(110);
});

test('headline, hours and dial agree about now', async ({ page, isMobile }) => {
  const response = page.waitForResponse((each) => each.url().includes('/api/weather?'));
  await new Dashboard(page).open();
  const { current } = await (await response).json();
  const degrees = shownDegrees(current.temperature_2m);
  const hours = page.getByRole('list', { name: isMobile ? 'Next hours' : 'Hour by hour' });
  await expect(hours.getByRole('listitem').first()).toContainText(degrees);
  const dial = page.getByRole('slider', { name: 'Hour on the dial' });
  await expect(dial).toHaveAttribute('aria-valuetext', new RegExp(`^Now: .*, ${degrees}, `));
});

test('places are in the address, Back returns to the one before, and the tab survives a reload', async ({
  page,
}) => {
  await new Dashboard(page).open();
  const heading = page.getByRole('heading', { level: 1 });
  await page.getByRole('button', { name: 'Berlin' }).click();
  await page.getByRole('combobox').fill('Vienna');
  await page.getByRole('option').first().click();
  await expect(heading).toHaveText('Vienna');
  await expect(page).toHaveURL(/lat=.*name=Vienna/);
  await page.getByRole('tab', { name: 'Daily' }).click();
  await page.reload();
  await expect(heading).toHaveText('Vienna');
  await expect(page.getByText('You opened a shared link.')).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Daily' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(heading).toHaveText('Berlin');
});

test('switching views does not move the content below', async ({ page }) => {
  await new Dashboard(page).open();
  const below = page.getByRole('region', { name: 'Humidity' });
  const tops: number[] = [];
  for (const name of ['Daily', '15 days', 'Hourly']) {
    const tab = page.getByRole('tab', { name });
    await tab.scrollIntoViewIfNeeded();
    await tab.click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    tops.push(await below.evaluate((card) => card.getBoundingClientRect().top + window.scrollY));
  }
  expect(new Set(tops).size).toBe(1);
});

test.describe('while the weather does not load', () => {
  test.skip(({ isMobile }) => isMobile, 'the states are the same on every width');
  test.use({ expectedErrors: /ERR_|CORS or network|status of 500|TypeError: Failed to fetch/i });

  // [R4.20]
  test('loading and timed out, each with Try Again', async ({ page }) => {
    await page.clock.install();
    await page.route('**/api/weather?*', () => {});
    await page.goto('/');
    await expect(page.getByText('Loading the weather…')).toBeAttached();
    await page.clock.runFor(5_100);
    const tryAgain = page.getByRole('button', { name: 'Try Again' });
    await expect(tryAgain).toBeVisible();
    await page.clock.runFor(26_000);
    await expect(page.getByText('Trying again…')).toBeVisible();
    for (let attempt = 0; attempt < 4; attempt += 1) await page.clock.runFor(18_000);
    await expect(
      page.getByText('Request timed out. The server is taking too long to respond.'),
    ).toBeVisible();
    await page.unroute('**/api/weather?*');
    await tryAgain.click();
    await page.clock.resume();
    await new Dashboard(page).temperature.waitFor();
  });

  // [R4.20]
  test('without a connection an error is shown, and Try Again loads the weather', async ({
    page,
  }) => {
    await page.route('**/api/weather?*', (route) => route.abort());
    await page.goto('/');
    await expect(page.getByText('Connection issue', { exact: true })).toBeVisible({
      timeout: 15_000,
    });
    await page.unroute('**/api/weather?*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await new Dashboard(page).temperature.waitFor();
  });

  test('offline the last weather stays, with its age', async ({ page, context }) => {
    const dashboard = new Dashboard(page);
    await dashboard.open();
    const chart = page.getByRole('slider', { name: 'Chart of the next 48 hours' });
    await chart.scrollIntoViewIfNeeded();
    await expect(page.locator('text', { hasText: /^°C$/ }).first()).toBeVisible();
    await context.setOffline(true);
    await dashboard.refresh.click();
    const banner = page.getByRole('status').filter({ hasText: 'You are offline.' });
    await expect(banner).toContainText('Updated', { timeout: 15_000 });
    await expect(dashboard.temperature).toBeVisible();
    await expect(banner.getByRole('button', { name: 'Try Again' })).toBeVisible();
    // With the network the weather comes back by itself.
    await context.setOffline(false);
    await expect(banner).toHaveCount(0);
  });
});

test.describe('a first visit', () => {
  test.use({ place: null });

  test('finds a place by name and keeps it, after the tour was skipped', async ({ page }) => {
    test.slow();
    await page.goto('/');
    await expectAccessible(page);
    const tour = page.getByRole('region', { name: 'A short tour' });
    await tour.getByRole('button', { name: 'Next' }).click();
    await expect(tour).toContainText('2 of 6');
    await tour.getByRole('button', { name: 'Skip' }).click();
    await expect(tour).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Search for a place' }).fill('izmir');
    await page.getByRole('option').first().click();
    await new Dashboard(page).temperature.waitFor();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/zmir/);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/zmir/);
    await expect(tour).toHaveCount(0);
  });

  // [R4.20]
  test('a denied position is shown as an issue with Try Again', async ({ page, isMobile }) => {
    test.skip(isMobile, 'on a phone the tests of the native wrapper cover the same');
    await page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = (_found, failed) =>
        failed?.({
          code: 1,
          message: '',
          PERMISSION_DENIED: 1,
          POSITION_UNAVAILABLE: 2,
          TIMEOUT: 3,
        });
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Use my location' }).click();
    const issue = page.getByRole('alert').filter({ hasText: 'Location access issue' });
    await expect(issue.getByRole('button', { name: 'Try Again' })).toBeVisible();
  });

  test('a position that was allowed before shows its weather without a press', async ({
    page,
    context,
    isMobile,
  }) => {
    test.skip(isMobile, 'on a phone the tests of the native wrapper cover the same');
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 48.2082, longitude: 16.3738 });
    await page.goto('/');
    await new Dashboard(page).temperature.waitFor();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Vienna');
  });
});

test('a shared place is shown, saved, and listed with the others', async ({
  page,
  context,
  baseURL,
}) => {
  await signUp(context, baseURL, 'Ada');
  await new Dashboard(page).open('/?lat=41.01&lon=28.95&name=%C4%B0stanbul');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('İstanbul');
  await page.getByRole('button', { name: 'Save this place' }).click();
  await expect(page.getByText('Location saved')).toBeVisible();
  const places = page.getByRole('region', { name: 'Your places' });
  await expect(places.getByRole('button', { name: /İstanbul.*°/ })).toBeVisible();
  await page.getByRole('button', { name: 'İstanbul' }).first().click();
  const switcher = page.getByRole('dialog', { name: 'Choose a place' });
  await expect(switcher).toBeVisible();
  await expectAccessible(page);
  await switcher.getByRole('button', { name: 'Close' }).click();
});

test('a long name has one line beside the navigation of a small desk', async ({
  page,
  hasTouch,
}) => {
  test.skip(hasTouch, 'the width is set here');
  await page.setViewportSize({ width: 960, height: 700 });
  // Its navigation has the longest words.
  await setAppearance(page, 'tr', 'light');
  await new Dashboard(page).open('/?lat=47.49&lon=11.09&name=Garmisch-Partenkirchen');
  const name = page.getByRole('heading', { level: 1 }).getByText('Garmisch-Partenkirchen');
  const lines = await name.evaluate(
    (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(Math.round(lines)).toBe(1);
});

test('the kingfisher covers no text, also on a narrow phone', async ({ page, hasTouch }) => {
  if (hasTouch) await page.setViewportSize({ width: 320, height: 640 });
  await new Dashboard(page).open();
  const bird = page.locator('[data-sky] > span > svg');
  await expect(bird).toBeInViewport({ ratio: 1 });
  const covered = await bird.evaluate((drawing) => {
    const box = drawing.getBoundingClientRect();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement?.closest('.visually-hidden')) continue;
      const range = document.createRange();
      range.selectNode(walker.currentNode);
      const isCovered = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      );
      if (isCovered) texts.push(walker.currentNode.textContent ?? '');
    }
    return texts;
  });
  expect(covered).toEqual([]);
});

// [B8, B9]
test.describe('in an American browser', () => {
  test.use({ locale: 'en-US' });
  test('one question sets the units of the region, and times have twelve hours', async ({
    page,
  }) => {
    const dashboard = new Dashboard(page);
    await dashboard.open();
    const shown = async () =>
      Number.parseInt((await dashboard.temperature.innerText()).split(':')[1] ?? '', 10);
    const celsius = await shown();
    await expect(page.getByText(/^\d+:\d\d.[AP]M local time/)).toBeVisible();
    const question = page.getByText(/^Use °F, mph/);
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(question).toBeHidden();
    await expect.poll(shown).toBeGreaterThan(celsius + 20);
    await page.reload();
    await dashboard.temperature.waitFor();
    await expect.poll(shown).toBeGreaterThan(celsius + 20);
    await expect(question).toBeHidden();
  });
});
