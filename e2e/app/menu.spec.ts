/** The menu drawer by mouse, keyboard and touch. */
import { Dashboard } from '../pages/dashboard.ts';
import { Menu } from '../pages/menu.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(async ({ page }) => {
  await new Dashboard(page).open();
});

// [R2.17, R2.18]
test('a visitor sees all entries in order, two of them locked', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the entries are the same on every width');
  const menu = new Menu(page);
  await menu.open();
  expect(await menu.entries()).toEqual([
    'Home',
    'Profile Requires authentication',
    'Settings Requires authentication',
    'Accessibility Theme, language and units',
    'Login',
    'Help',
    'Privacy Policy',
    'Terms and Conditions',
  ]);
  await menu.panel.getByText('Profile').click();
  await expect(page).toHaveURL('/');
});

// [R2.16, R9.01]
test('it is 80 % wide up to 300 px, locks the page behind it and closes on the backdrop', async ({
  page,
}) => {
  const menu = new Menu(page);
  await menu.open();
  const width = page.viewportSize()?.width ?? 0;
  const box = await menu.panel.boundingBox();
  expect(box?.width).toBe(Math.min(300, width * 0.8));
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe(
    'hidden',
  );
  await page.mouse.click(width - 10, 400);
  await expect(menu.panel).toBeHidden();
});

// [R2.16, R9.01]
test('it slides in from the left in 0.25 s', async ({ page }) => {
  const slide = page.evaluate(
    () =>
      new Promise<{ duration: unknown; from: string; to: string }>((resolve) => {
        addEventListener('transitionrun', ({ target, propertyName }) => {
          const animation = (target as Element)
            .getAnimations()
            .find((one) => (one as CSSTransition).transitionProperty === 'transform');
          if (propertyName !== 'transform' || !animation) return;
          const frames = (animation.effect as KeyframeEffect).getKeyframes();
          resolve({
            duration: animation.effect?.getComputedTiming().duration,
            from: String(frames[0]?.transform),
            to: String(frames.at(-1)?.transform),
          });
        });
      }),
  );
  const menu = new Menu(page);
  await menu.opener.click();
  expect(await slide).toEqual({ duration: 250, from: 'translate(-100%)', to: 'none' });
});

test('by keyboard: it opens, traps the focus, closes with Escape and returns the focus', async ({
  page,
}) => {
  const menu = new Menu(page);
  await menu.opener.focus();
  await page.keyboard.press('Enter');
  await menu.animationEnd();
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(menu.panel).toBeHidden();
  await expect(menu.opener).toBeFocused();
});

test('an entry opens its page and closes the menu', async ({ page }) => {
  const menu = new Menu(page);
  await menu.open();
  await menu.panel.getByRole('link', { name: 'Accessibility' }).click();
  await expect(page).toHaveURL('/accessibility-settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeVisible();
  await expect(menu.panel).toBeHidden();
});
