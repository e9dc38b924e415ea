/** Places saved over the API before a journey begins. */
import type { BrowserContext } from '@playwright/test';
import { expect } from './test.ts';

const known = {
  Berlin: [52.52, 13.41],
  Wien: [48.21, 16.37],
  Paris: [48.85, 2.35],
} as const;

export async function savePlaces(
  context: BrowserContext,
  baseURL: string | undefined,
  ...names: Array<keyof typeof known>
) {
  const cookies = await context.cookies();
  const csrf = cookies.find(({ name }) => name === 'csrf_access_token')?.value ?? '';
  for (const name of names) {
    const [latitude, longitude] = known[name];
    const answer = await context.request.post(`${baseURL}/api/locations`, {
      headers: { 'X-CSRF-TOKEN': csrf },
      data: { name, latitude, longitude },
    });
    expect(answer.status()).toBe(201);
  }
}
