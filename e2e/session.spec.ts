/** A session over several tabs. */
import { Dashboard } from './pages/dashboard.ts';
import { signUp } from './support/account.ts';
import { startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedFaults: /third-party request/ });
test.skip(({ isMobile }) => isMobile, 'the width of a tab changes nothing here');

// [R4.10]
test('two tabs take turns: one refresh a round, not one a tab', async ({ context, page }) => {
  // Tokens of twelve seconds are renewed after six.
  const server = await startServer({ HALCYON_ACCESS_TOKEN_SECONDS: '12' });
  await signUp(context, server.url, 'ada');
  const refreshes: number[] = [];
  for (const tab of [page, await context.newPage()]) {
    tab.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) refreshes.push(Date.now());
    });
    await new Dashboard(tab).open(server.url);
  }
  await expect.poll(() => refreshes.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  const [first = 0, second = 0] = refreshes;
  expect(second - first, 'milliseconds between two rounds').toBeGreaterThan(3_000);
  await server.stop();
});
