/** A session over several tabs. */
import { Dashboard } from './pages/dashboard.ts';
import { signUp } from './support/account.ts';
import { expect, test } from './support/test.ts';

// [R4.10]
test('two tabs refresh once', async ({ context, baseURL, page }) => {
  await signUp(context, baseURL, 'ada');
  const other = await context.newPage();
  const refreshes: string[] = [];
  for (const tab of [page, other]) {
    tab.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) refreshes.push(request.url());
    });
    await tab.clock.install();
    await new Dashboard(tab).open();
  }
  const before = (await context.cookies()).find(({ name }) => name === 'csrf_access_token')?.value;
  await Promise.all([page.clock.runFor(14 * 60_000), other.clock.runFor(14 * 60_000)]);
  await expect
    .poll(
      async () => (await context.cookies()).find(({ name }) => name === 'csrf_access_token')?.value,
    )
    .not.toBe(before);
  await Promise.all([page.clock.runFor(5_000), other.clock.runFor(5_000)]);
  expect(refreshes).toHaveLength(1);
});
