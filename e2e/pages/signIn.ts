/** Page model of the login and registration screen. */
import type { Page } from '@playwright/test';

export class SignIn {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async logIn(email: string, password: string) {
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Log in', exact: true }).click();
  }

  async register(email: string, password: string) {
    await this.page.goto('/register');
    await this.page.getByLabel('First name').fill('Ada');
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByLabel('Confirm password').fill(password);
    await this.page.getByText('I agree to the terms and conditions').click();
    await this.page.getByRole('button', { name: 'Create account', exact: true }).click();
  }
}
