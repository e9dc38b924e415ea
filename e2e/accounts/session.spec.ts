/** One session in several tabs. */
import { Dashboard } from '../pages/dashboard.ts';
import { signUp } from '../support/account.ts';
import { expect, test } from '../support/test.ts';

// A jump of the clock times out what is in flight at that moment.
test.use({ expectedErrors: /third-party request|Request timed out/ });
test.skip(({ isMobile }) => isMobile, 'the width of a tab changes nothing here');

/** The page renews a token of 500 seconds 50 seconds before it expires. */
const tokenSeconds = 500;
const untilRenewalMs = 455_000;

// [R4.10]
test('of two tabs only one renews the token, each time it is due', async ({
  context,
  page,
  startOwnServer,
}) => {
  const server = await startOwnServer({ HALCYON_ACCESS_TOKEN_SECONDS: String(tokenSeconds) });
  await signUp(context, server.url, 'ada');
  const tabs = [page, await context.newPage()];
  // One clock for all tabs of the context.
  await context.clock.install();
  let renewals = 0;
  for (const tab of tabs) {
    tab.on('response', (response) => {
      if (response.url().endsWith('/api/auth/refresh')) renewals += 1;
    });
    await new Dashboard(tab).open(server.url);
  }
  for (const round of [1, 2]) {
    await context.clock.fastForward(untilRenewalMs);
    await expect.poll(() => renewals).toBe(round);
    // A second tab that renews as well would do so now, when it gets the lock.
    for (const tab of tabs)
      await tab.evaluate(() => navigator.locks.request('auth-refresh', () => {}));
    expect(renewals).toBe(round);
  }
});
