/** Sends a request to the API with the cookies and the CSRF token of the signed-in user. */
import type { APIResponse, BrowserContext } from '@playwright/test';

export async function postAsUser(
  context: BrowserContext,
  baseURL: string | undefined,
  path: string,
  data: object,
): Promise<APIResponse> {
  const cookies = await context.cookies();
  const csrf = cookies.find(({ name }) => name === 'csrf_access_token')?.value ?? '';
  return context.request.post(`${baseURL}${path}`, { headers: { 'X-CSRF-TOKEN': csrf }, data });
}
