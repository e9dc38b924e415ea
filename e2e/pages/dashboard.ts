/** The weather page as a person meets it. */
import type { Locator, Page } from '@playwright/test';

export class Dashboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(path = '/') {
    await this.page.goto(path);
    await this.temperature.waitFor();
  }

  /** The one big number, found by the words a screen reader hears before it. */
  get temperature(): Locator {
    return this.page.locator('p', {
      hasText: /^(Temperature now:|Temperatur jetzt:|Şu anki sıcaklık:)/,
    });
  }

  get refresh(): Locator {
    return this.page.getByRole('button', { name: 'Refresh' });
  }
}
