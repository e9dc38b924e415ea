/** axe on every page. Three combinations a page here, so that each language, theme and width meets it; all in `make test-full`. */
import type { Page } from '@playwright/test';
import { signUp } from './support/account.ts';
import { dress } from './support/appearance.ts';
import { languages, privateRoutes, publicRoutes, themes, widths } from './support/routes.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const combinations = process.env.FULL
  ? languages.flatMap((language) =>
      themes.flatMap((theme) => widths.map((width) => ({ language, theme, width }))),
    )
  : ([
      { language: 'en', theme: 'light', width: 390 },
      { language: 'de', theme: 'dark', width: 1280 },
      { language: 'tr', theme: 'contrast', width: 390 },
    ] as const);

test.skip(({ hasTouch }) => hasTouch, 'the widths are set here');

async function check(page: Page, route: string) {
  await page.goto(route);
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeAttached();
  await expect(page.getByText(/Loading|Lädt|Yükleniyor/)).toHaveCount(0);
  await test.step(route, () => expectAccessible(page));
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${route} must not scroll sideways`).toBeLessThanOrEqual(0);
}

for (const { language, theme, width } of combinations) {
  test(`every page in ${language}, ${theme}, ${width} px @full`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 900 });
    await dress(page, language, theme);
    for (const route of publicRoutes) await check(page, route);
  });

  test(`every page behind the login in ${language}, ${theme}, ${width} px @full`, async ({
    page,
    context,
    baseURL,
  }) => {
    test.setTimeout(120_000);
    await signUp(context, baseURL, 'ada');
    await page.setViewportSize({ width, height: 900 });
    await dress(page, language, theme);
    for (const route of privateRoutes) await check(page, route);
  });
}
