/** The weather page as a person meets it. */
import type { Page } from '@playwright/test';

export class Dashboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(path = '/') {
    await this.page.goto(path);
    await this.temperature.waitFor();
  }

  /** The one big number. */
  get temperature() {
    return this.page.getByTestId('current-temperature');
  }

  get menuOpener() {
    return this.page.getByRole('button', { name: /menu|menü/i });
  }
}
