/** Every public page by keyboard, by touch, and with enlarged text. */
import {
  expectKeyboardAccessible,
  expectNothingClipped,
  smallTargets,
} from '../support/checks/pageChecks.ts';
import { enlargeFont, setGerman, testEnlarged } from '../support/checks/testEnlarged.ts';
import { openRoute } from '../support/openRoute.ts';
import { publicRoutes } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** Tabbing through a whole page is slow on a busy machine. */
test.describe.configure({ timeout: 90_000 });

test.describe('by keyboard', () => {
  test.skip(({ hasTouch }) => hasTouch, 'a phone has no Tab key');

  for (const route of publicRoutes) {
    test(`every control on ${route} is reached in order, in view, with a visible focus`, async ({
      page,
    }) => {
      await openRoute(page, route);
      await expectKeyboardAccessible(page, route);
    });
  }

  for (const route of ['/', '/contact']) {
    test(`the skip link of ${route} skips the header`, async ({ page }) => {
      await openRoute(page, route);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await expect(page.locator('main :focus')).toBeVisible();
      await expect(page.locator('header :focus')).toHaveCount(0);
    });
  }
});

test.describe('by touch', () => {
  test.skip(({ hasTouch }) => !hasTouch, 'a mouse is more precise');

  for (const route of publicRoutes) {
    test(`every target on ${route} is at least 44 px`, async ({ page }) => {
      await openRoute(page, route);
      expect(await smallTargets(page)).toEqual([]);
    });
  }
});

testEnlarged(publicRoutes);

for (const width of [320, 390]) {
  test(`the sentences about the day have room for the largest text at ${width} px`, async ({
    page,
    hasTouch,
  }) => {
    test.skip(hasTouch, 'the width is set here');
    await page.setViewportSize({ width, height: 844 });
    await setGerman(page, 'extra-large');
    await openRoute(page, '/');
    const row = page.getByRole('region', { name: 'Gut zu wissen' }).locator('summary').first();
    const share = await row.evaluate(
      (summary) => (summary.children[1]?.clientWidth ?? 0) / summary.clientWidth,
    );
    expect(share).toBeGreaterThan(0.7);
  });
}

// The weather of a journey changes with the day, so that its conditions with long words are rare.
for (const [condition, name] of [
  ['breezy', 'Auffrischender Wind'],
  ['snow_showers', 'Schneeschauer'],
] as const) {
  test(`in German, "${name}" fits at a glance with doubled browser font size`, async ({
    page,
    hasTouch,
  }) => {
    test.skip(hasTouch, 'the width is set here');
    await page.route('**/api/weather?*', async (route) => {
      const response = await route.fetch();
      const report = await response.json();
      report.current.current_weather_condition = condition;
      await route.fulfill({ response, json: report });
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await setGerman(page, 'medium');
    await enlargeFont(page);
    await openRoute(page, '/glance');
    await expect(page.getByText(name).first()).toBeVisible();
    await expectNothingClipped(page, '/glance');
  });
}
