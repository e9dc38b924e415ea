/** Creates an account over the API; the browser context then has its cookies. */
import type { BrowserContext } from '@playwright/test';
import { expect } from './test.ts';

export async function signUp(context: BrowserContext, baseURL: string | undefined, name: string) {
  const email = `${name}-${crypto.randomUUID()}@example.org`;
  const password = 'kingfisher on a branch';
  const response = await context.request.post(`${baseURL}/api/auth/register`, {
    data: { email, password, first_name: name },
  });
  expect(response.status()).toBe(201);
  // As on a later visit: a session that no tab has seen would be greeted with a toast.
  await context.addInitScript(() => {
    const seen = JSON.stringify({ v: 1, value: Date.now() });
    if (localStorage.getItem('auth_expires_at') === null)
      localStorage.setItem('auth_expires_at', seen);
  });
  return { email, password };
}
