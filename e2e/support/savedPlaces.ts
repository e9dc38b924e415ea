/** Saves places over the API before a test begins. */
import type { BrowserContext } from '@playwright/test';
import { postAsUser } from './postAsUser.ts';
import { expect } from './test.ts';

const coordinates = {
  Berlin: [52.52, 13.41],
  Wien: [48.21, 16.37],
  Paris: [48.85, 2.35],
} as const;

export async function savePlaces(
  context: BrowserContext,
  baseURL: string | undefined,
  ...names: Array<keyof typeof coordinates>
) {
  for (const name of names) {
    const [latitude, longitude] = coordinates[name];
    const place = { name, latitude, longitude };
    const response = await postAsUser(context, baseURL, '/api/locations', place);
    expect(response.status()).toBe(201);
  }
}
