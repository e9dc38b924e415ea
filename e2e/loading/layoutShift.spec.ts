/** No page shifts its layout while its data loads. */
import { signUp } from '../support/account.ts';
import {
  delayResponsesUntilPainted,
  expectNoLayoutShift,
  recordLayoutShifts,
} from '../support/checks/layoutShift.ts';
import { openRoute } from '../support/openRoute.ts';
import { publicRoutes, signedInRoutes } from '../support/routes.ts';
import { savePlaces } from '../support/savedPlaces.ts';
import { test } from '../support/test.ts';

/** API requests, long texts, and the only font that is not preloaded. */
const delayed = /\/api\/|\/assets\/(help|accessibility|about|privacy|terms)\.|\/poppins-600/;

test.beforeEach(async ({ page }) => {
  await recordLayoutShifts(page);
  await delayResponsesUntilPainted(page, delayed);
});

for (const route of publicRoutes) {
  test(`${route} does not shift`, async ({ page }) => {
    await openRoute(page, route);
    await page.waitForLoadState('networkidle');
    await expectNoLayoutShift(page);
  });
}

// The length of the list of notifications is unknown before it has loaded.
for (const route of ['/', ...signedInRoutes.filter((each) => each !== '/notifications')]) {
  test(`${route} does not shift for a user`, async ({ page, context, baseURL }) => {
    await signUp(context, baseURL, 'ada');
    await savePlaces(context, baseURL, 'Wien', 'Paris');
    await openRoute(page, route);
    await page.waitForLoadState('networkidle');
    await expectNoLayoutShift(page);
  });
}
