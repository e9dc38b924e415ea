/**
 * axe on every page, in three combinations that cover each language, theme and width. `make test-full` runs all
 * combinations, forced colours and reduced motion.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { signUp } from '../support/account.ts';
import { setAppearance } from '../support/appearance.ts';
import { animatedParts } from '../support/checks/motion.ts';
import { expectNothingClipped } from '../support/checks/pageChecks.ts';
import { expectReadableInSystemColors } from '../support/checks/systemColors.ts';
import { openRoute } from '../support/openRoute.ts';
import { languages, publicRoutes, signedInRoutes, themes, widths } from '../support/routes.ts';
import { savePlaces } from '../support/savedPlaces.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const isFull = Boolean(process.env.FULL);

const combinations = isFull
  ? languages.flatMap((language) =>
      themes.flatMap((theme) => widths.map((width) => ({ language, theme, width }))),
    )
  : ([
      { language: 'en', theme: 'light', width: 390 },
      { language: 'de', theme: 'dark', width: 1280 },
      { language: 'tr', theme: 'contrast', width: 390 },
    ] as const);

test.describe.configure({ timeout: 150_000 });
test.skip(({ hasTouch }) => hasTouch, 'the widths are set here');

/** The public pages and the pages behind the login. */
const pageSets = [
  { name: 'every page', routes: publicRoutes, enter: async () => undefined },
  {
    name: 'every page behind the login',
    routes: signedInRoutes,
    async enter(context: BrowserContext, baseURL: string | undefined) {
      await signUp(context, baseURL, 'ada');
      await savePlaces(context, baseURL, 'Wien', 'Paris');
    },
  },
] as const;

async function expectAccessibleRoute(page: Page, route: string) {
  await openRoute(page, route);
  await test.step(route, () => expectAccessible(page));
  await expectNothingClipped(page, route);
}

for (const { name, routes, enter } of pageSets) {
  for (const { language, theme, width } of combinations) {
    test(`${name} in ${language}, ${theme}, ${width} px @full`, async ({
      page,
      context,
      baseURL,
    }) => {
      await enter(context, baseURL);
      await page.setViewportSize({ width, height: 900 });
      await setAppearance(page, language, theme);
      for (const route of routes) await expectAccessibleRoute(page, route);
    });
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${name} in ${colorScheme} forced colours @full`, async ({ page, context, baseURL }) => {
      test.skip(!isFull, 'only part of the full matrix');
      await enter(context, baseURL);
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      for (const route of routes) {
        await openRoute(page, route);
        await test.step(route, () => expectReadableInSystemColors(page, route));
      }
    });
  }

  test(`${name} without animations for reduced motion @full`, async ({
    page,
    context,
    baseURL,
  }) => {
    test.skip(!isFull, 'only part of the full matrix');
    await enter(context, baseURL);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const route of routes) {
      await openRoute(page, route);
      expect(await animatedParts(page), route).toEqual([]);
    }
  });
}
