/** The pages behind the login by keyboard, by touch, and with enlarged text. */
import { signUp } from '../support/account.ts';
import { expectKeyboardAccessible, smallTargets } from '../support/checks/pageChecks.ts';
import { testEnlarged } from '../support/checks/testEnlarged.ts';
import { openRoute } from '../support/openRoute.ts';
import { signedInRoutes } from '../support/routes.ts';
import { savePlaces } from '../support/savedPlaces.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ timeout: 90_000 });

test.beforeEach(async ({ context, baseURL }) => {
  await signUp(context, baseURL, 'ada');
  await savePlaces(context, baseURL, 'Wien', 'Paris');
});

test.describe('by touch', () => {
  test.skip(({ hasTouch }) => !hasTouch, 'a mouse is more precise');

  test('every target is at least 44 px', async ({ page }) => {
    for (const route of signedInRoutes) {
      await openRoute(page, route);
      expect(await smallTargets(page), route).toEqual([]);
    }
  });
});

test.describe('by keyboard', () => {
  test.skip(({ hasTouch }) => hasTouch, 'a phone has no Tab key');

  test('every control is reached in order, in view, with a visible focus', async ({ page }) => {
    // The deletion is a modal dialog, which traps the focus.
    for (const route of signedInRoutes.filter((each) => !each.includes('delete'))) {
      await openRoute(page, route);
      await expectKeyboardAccessible(page, route);
    }
  });
});

testEnlarged(signedInRoutes);
