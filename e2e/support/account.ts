/** An account made over the API, whose cookies the browser then has. */
import type { BrowserContext } from '@playwright/test';
import { expect } from './test.ts';

export async function signUp(context: BrowserContext, baseURL: string | undefined, name: string) {
  const email = `${name}-${crypto.randomUUID()}@example.org`;
  const password = 'kingfisher on a branch';
  const answer = await context.request.post(`${baseURL}/api/auth/register`, {
    data: { email, password, first_name: name },
  });
  expect(answer.status()).toBe(201);
  return { email, password };
}
