/** Page model of the locations page. */
import type { Locator, Page } from '@playwright/test';

export class Locations {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open() {
    await this.page.goto('/locations');
    await this.search.waitFor();
  }

  get search(): Locator {
    return this.page.getByRole('combobox', { name: 'Search for a place' });
  }

  get current(): Locator {
    return this.page.getByRole('region', { name: 'My location' });
  }

  get saved(): Locator {
    return this.page.getByRole('region', { name: 'Saved places' });
  }

  get history(): Locator {
    return this.page.getByRole('region', { name: 'Search history' });
  }

  get useMine(): Locator {
    return this.current.getByRole('button', { name: 'Use my location' });
  }

  handle(name: string): Locator {
    return this.saved.getByRole('button', { name: `Move ${name}` });
  }

  /** The names of the saved places, from top to bottom. */
  async order(): Promise<string[]> {
    // In one call: a handle that disappears between two calls would be waited for.
    const handles = this.saved.getByRole('button', { name: /^Move / });
    const labels = await handles.evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')),
    );
    return labels.map((label) => label?.replace('Move ', '') ?? '');
  }

  /** Types a name and chooses the first suggestion, which opens its form. */
  async find(name: string) {
    await this.search.fill(name);
    await this.page
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await this.form.waitFor();
  }

  get form(): Locator {
    return this.page.getByRole('dialog', { name: /^(Add|Edit) place$/ });
  }

  /** Saves and waits for the server, whose first answer about a place takes a debug build seconds. */
  async saveForm() {
    await this.save.click();
    await this.form.waitFor({ state: 'hidden', timeout: 20_000 });
  }

  get save(): Locator {
    return this.form.getByRole('button', { name: 'Save' });
  }
}
