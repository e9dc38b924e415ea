/** No page moves under the reader's eyes while what it asked for arrives. */
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

/** What a page asks for: the server's answers, and long texts. */
const answers = /\/api\/|\/assets\/(help|accessibility|about|privacy|terms)\./;

test.beforeEach(async ({ page }) => {
  await recordLayoutShifts(page);
  await delayResponsesUntilPainted(page, answers);
});

for (const route of publicRoutes) {
  test(`${route} stands still`, async ({ page }) => {
    await openRoute(page, route);
    await page.waitForLoadState('networkidle');
    await expectNoLayoutShift(page);
  });
}

// How long the list of notices is, nobody knows before it has come.
for (const route of signedInRoutes.filter((each) => each !== '/notices')) {
  test(`${route} stands still for those who are signed in`, async ({ page, context, baseURL }) => {
    await signUp(context, baseURL, 'ada');
    await savePlaces(context, baseURL, 'Wien', 'Paris');
    await openRoute(page, route);
    await page.waitForLoadState('networkidle');
    await expectNoLayoutShift(page);
  });
}
