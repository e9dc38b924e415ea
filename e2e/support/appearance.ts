/** Puts a language and a theme into the browser before the page reads them. */
import type { Page } from '@playwright/test';
import type { Language, Theme } from './routes.ts';

export async function dress(page: Page, language: Language, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
  await page.addInitScript(
    ([chosenLanguage, isContrast]) => {
      localStorage.setItem('language', JSON.stringify(chosenLanguage));
      if (isContrast)
        localStorage.setItem('accessibility_settings', JSON.stringify({ highContrastMode: true }));
    },
    [language, theme === 'contrast'] as const,
  );
}
