/** The pages behind the login for those who come by keyboard, by finger or with large text. */
import type { BrowserContext, Page } from '@playwright/test';
import { signUp } from './support/account.ts';
import {
  clippedTexts,
  countReachable,
  sidewaysOverflow,
  smallTargets,
  walkByKeyboard,
} from './support/reach.ts';
import { privateRoutes } from './support/routes.ts';
import { savePlaces } from './support/savedPlaces.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ timeout: 90_000 });

const routes = ['/locations', ...privateRoutes];

async function signIn(context: BrowserContext, baseURL: string | undefined) {
  await signUp(context, baseURL, 'ada');
  await savePlaces(context, baseURL, 'Wien', 'Paris');
}

async function open(page: Page, route: string) {
  await page.goto(route);
  await expect(page.locator('h1')).toBeAttached();
  await expect(page.getByText('Loading')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

test('everything is reached by keyboard in order, in sight, with a focus that shows', async ({
  page,
  context,
  baseURL,
  hasTouch,
}) => {
  test.skip(hasTouch, 'a phone has no Tab key');
  await signIn(context, baseURL);
  // The deletion is a dialog, which keeps the focus inside.
  for (const route of routes.filter((each) => !each.includes('delete'))) {
    await open(page, route);
    const stops = await walkByKeyboard(page);
    expect(
      stops.filter(({ isInView }) => !isInView),
      route,
    ).toEqual([]);
    expect(
      stops.filter(({ outlinePx }) => outlinePx < 2),
      route,
    ).toEqual([]);
    const order = stops.map((stop) => stop.order);
    expect(order, route).toEqual(order.toSorted((one, other) => one - other));
    expect(stops.length, route).toBe(await countReachable(page));
  }
});

test('every target is at least 44 px for a finger', async ({
  page,
  context,
  baseURL,
  hasTouch,
}) => {
  test.skip(!hasTouch, 'a mouse is more exact');
  await signIn(context, baseURL);
  for (const route of routes) {
    await open(page, route);
    expect(await smallTargets(page), route).toEqual([]);
  }
});

/** What a window of 1280 × 1024 is left with. */
for (const [zoom, width, height] of [
  ['200 %', 640, 512],
  ['400 %', 320, 256],
] as const) {
  test(`at ${zoom} nothing is lost and nothing scrolls sideways`, async ({
    page,
    context,
    baseURL,
    hasTouch,
  }) => {
    test.skip(hasTouch, 'the widths are set here');
    await signIn(context, baseURL);
    await page.setViewportSize({ width, height });
    for (const route of routes) {
      await open(page, route);
      expect(await sidewaysOverflow(page), route).toBeLessThanOrEqual(0);
      expect(await clippedTexts(page), route).toEqual([]);
    }
  });
}
