/** Every page in every language has its own title and no untranslated keys. */
import { setAppearance } from '../support/appearance.ts';
import { languages, publicRoutes } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test.skip(({ isMobile }) => isMobile, 'the texts are the same on every width');

for (const language of languages) {
  test(`every page is in ${language}`, async ({ page }) => {
    await setAppearance(page, language, 'light');
    const titles = new Set<string>();
    for (const route of publicRoutes) {
      await page.goto(route);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      titles.add(await page.title());
      const text = await page.locator('body').innerText();
      expect(text, route).not.toMatch(
        /\b(web|shared|pages|weather|settings|errors)\.[a-z]+\.[a-z]/i,
      );
      expect(text, route).not.toMatch(/\{[a-z]+\}/i);
    }
    expect(titles.size).toBe(publicRoutes.length);
  });
}

test('choosing another language changes the page at once and is kept', async ({ page }) => {
  await page.goto('/accessibility-settings');
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await expect(page.getByRole('heading', { level: 1, name: 'Barrierefreiheit' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});
