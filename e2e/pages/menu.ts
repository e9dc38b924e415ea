/** Page model of the menu drawer. */
import type { Locator, Page } from '@playwright/test';

export class Menu {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get opener(): Locator {
    return this.page.getByRole('button', { name: 'Open menu' });
  }

  get panel(): Locator {
    return this.page.getByRole('dialog', { name: 'Menu' });
  }

  /** Opens it and waits for its animation. */
  async open() {
    await this.opener.click();
    await this.animationEnd();
  }

  async animationEnd() {
    await this.panel.waitFor();
    await this.page.waitForFunction(() => {
      const panel = document.querySelector('[role=dialog]');
      return panel !== null && panel.getBoundingClientRect().left === 0;
    });
  }

  /** Its entries from top to bottom. */
  async entries(): Promise<string[]> {
    const texts = await this.panel.locator('nav li').allInnerTexts();
    return texts.map((text) => text.replace(/\s+/g, ' ').trim());
  }
}
