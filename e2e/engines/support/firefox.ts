/** Debian's Firefox, driven over WebDriver BiDi. */
import { execFileSync } from 'node:child_process';
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { reportPolicyViolations } from '../../support/checks/policyViolations.ts';
import type { Engine } from './EnginePage.ts';

export async function openFirefox(): Promise<Engine> {
  const executablePath = execFileSync('sh', ['-c', 'command -v firefox-esr || command -v firefox'])
    .toString()
    .trim();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // The size of the window, because this Firefox does not know every command that sets a viewport.
    defaultViewport: null,
    args: ['--width=1280', '--height=900'],
  });
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(reportPolicyViolations);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`page error: ${String(error)}`));
  page.on('console', async (message) => {
    if (message.type() !== 'error') return;
    const index = errors.push(`console: ${message.text()}`) - 1;
    // The text of an error object is not part of the message.
    const texts = message.args().map((argument) => argument.evaluate(String).catch(() => ''));
    const joined = (await Promise.all(texts)).join(' ').trim();
    if (joined) errors[index] = `console: ${joined}`;
  });
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    // Without waiting: a page from the browser's back/forward cache does not load again.
    back: async () => void (await page.evaluate('setTimeout(() => history.back())')),
    evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    evaluateAsync: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    async element(expression) {
      const found = (await page.evaluateHandle(expression)).asElement() as ElementHandle | null;
      return found && { click: () => found.click(), type: (text) => found.type(text) };
    },
    press: (key) => page.keyboard.press(key),
    errors: async () => errors,
    close: () => browser.close(),
  };
}
