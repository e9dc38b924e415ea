/** Registration and login on the page. */
import type { EnginePage } from './EnginePage.ts';

const password = 'kingfisher on a branch';

export async function register(visit: EnginePage): Promise<string> {
  const email = `ada-${crypto.randomUUID()}@example.org`;
  await visit.goto('/register');
  await visit.fill('textbox', 'First name', 'Ada');
  await visit.fill('textbox', 'Email', email);
  await visit.fillLabelled('Password', password);
  await visit.fillLabelled('Confirm password', password);
  await visit.clickText('I agree to the terms and conditions');
  await visit.click('button', 'Create account');
  await visit.shows('Welcome, Ada');
  // A page that is left while it loads reports requests that the browser has cut off.
  await visit.has('combobox', 'Search for a place');
  return email;
}

export async function logIn(visit: EnginePage, email: string) {
  await visit.fill('textbox', 'Email', email);
  await visit.fillLabelled('Password', password);
  await visit.click('button', 'Log in');
}
