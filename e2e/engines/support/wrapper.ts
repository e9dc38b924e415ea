/** The native wrapper: a phone's Chromium with the wrapper's user agent and a stand-in for its native side. */
import { chromium, type ElementHandle, type LaunchOptions } from '@playwright/test';
import { reportPolicyViolations } from '../../support/checks/policyViolations.ts';
import { iosAgent, mockNative } from '../../support/nativeWrapper.ts';
import type { Engine } from './EnginePage.ts';

/** Shorter than the wait for an element, so that it is looked for again. */
const actionMs = 3_000;

export async function openWrapper(launch: LaunchOptions | undefined): Promise<Engine> {
  const browser = await chromium.launch(launch);
  const context = await browser.newContext({
    userAgent: iosAgent,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    serviceWorkers: 'allow',
  });
  const page = await context.newPage();
  // The wrapper's word for a permission that was never requested.
  await mockNative(page, { answers: { location_permission: { status: 'DENIED' } } });
  await page.addInitScript(reportPolicyViolations);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`);
  });
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    evaluate: <T>(expression: string) => page.evaluate<T>(expression),
    evaluateAsync: <T>(expression: string) => page.evaluate<T>(expression),
    async element(expression) {
      const found = (await page.evaluateHandle(expression)).asElement() as ElementHandle | null;
      return (
        found && {
          click: () => found.click({ timeout: actionMs }),
          type: (text) => page.keyboard.type(text),
        }
      );
    },
    press: (key) => page.keyboard.press(key),
    errors: async () => errors,
    close: () => browser.close(),
  };
}
