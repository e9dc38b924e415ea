/** Sets language and theme in the browser before the page reads them. */
import type { Page } from '@playwright/test';
import type { Language, Theme } from './routes.ts';

export async function setAppearance(page: Page, language: Language, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
  await page.addInitScript(
    ([chosenLanguage, isContrast]) => {
      const store = (key: string, value: unknown) =>
        localStorage.setItem(key, JSON.stringify({ v: 1, value }));
      store('language', chosenLanguage);
      if (isContrast) store('accessibility_settings', { highContrastMode: true });
    },
    [language, theme === 'contrast'] as const,
  );
}
