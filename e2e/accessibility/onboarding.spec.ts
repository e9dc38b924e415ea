/** The tour of a first visit lies over the page, but never over the control that has the focus. */
import { expect, test } from '../support/test.ts';

test.use({ place: null });

// [R2.14]
test('no focused control is covered by the tour, and Escape ends it from anywhere', async ({
  page,
}) => {
  await page.goto('/');
  const tour = page.getByRole('region', { name: 'A short tour' });
  await expect(tour).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ankara' })).toBeVisible();
  const covered: string[] = [];
  let outside = 0;
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const card = document.querySelector('section[aria-label="A short tour"]');
      if (!element || element === document.body || card?.contains(element)) return null;
      const { left, top, width, height } = element.getBoundingClientRect();
      const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
      return { name: element.textContent ?? '', isCovered: card?.contains(onTop) ?? false };
    });
    if (focused) outside += 1;
    if (focused?.isCovered) covered.push(focused.name);
  }
  expect(outside).toBeGreaterThan(8);
  expect(covered).toEqual([]);
  await page.getByRole('button', { name: 'Ankara' }).focus();
  await page.keyboard.press('Escape');
  await expect(tour).toBeHidden();
});
