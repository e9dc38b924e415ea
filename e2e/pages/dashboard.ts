/** Page model of the dashboard. */
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

  /** The current temperature, found by its text for screen readers. */
  get temperature(): Locator {
    return this.page.locator('p', {
      hasText: /^(Temperature now:|Temperatur jetzt:|Şu anki sıcaklık:)/,
    });
  }

  get refresh(): Locator {
    return this.page.getByRole('button', { name: 'Refresh' });
  }
}
