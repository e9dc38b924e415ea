/** WebKitGTK, Safari's engine on Linux, driven over WebDriver on a virtual screen. */
import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { Builder, Capabilities, Key, type WebElement } from 'selenium-webdriver';
import { reportPolicyViolations } from '../../support/checks/policyViolations.ts';
import type { Engine, EngineKey } from './EnginePage.ts';

/** Debian installs the browser of the driver outside the PATH. */
const findBrowser = () =>
  execFileSync('sh', ['-c', 'ls /usr/lib/*/webkit2gtk-4.*/MiniBrowser | tail -1'])
    .toString()
    .trim();

const keys: Record<EngineKey, string> = {
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  Home: Key.HOME,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
};

/**
 * Under automation the browser writes nothing of its console to its output, and its driver runs no script at the start of a
 * document. So it is listened to from the first script after a navigation on, which the tests run soon and often.
 */
const listen = `if (!globalThis.heardErrors) {
  const heard = (globalThis.heardErrors = []);
  const { error } = console;
  console.error = (...parts) => {
    heard.push('console: ' + parts.join(' '));
    error.apply(console, parts);
  };
  addEventListener('error', ({ message }) => message && heard.push('page error: ' + message));
  addEventListener('unhandledrejection', ({ reason }) => heard.push('page error: ' + reason));
  (${reportPolicyViolations})();
}`;

export async function openWebKit(): Promise<Engine> {
  const port = await freePort();
  const screen = ['-a', '-s', '-screen 0 1400x1000x24'];
  const driverProcess = spawn('xvfb-run', [...screen, 'WebKitWebDriver', `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
  });
  const stop = () => process.kill(-(driverProcess.pid as number), 'SIGTERM');
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': {
      binary: findBrowser(),
      args: ['--automation'],
    },
  });
  await waitForDriver(port);
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(capabilities)
    .build()
    .catch((error: unknown) => {
      stop();
      throw error;
    });
  await driver.manage().window().setRect({ width: 1280, height: 900, x: 0, y: 0 });
  const errors: string[] = [];
  const run = <T>(script: string) => driver.executeScript<T>(`${listen} ${script}`);
  const collect = async () => {
    errors.push(...(await run<string[]>('return heardErrors.splice(0)').catch(() => [])));
  };
  /** What was heard is lost with its document. */
  const leave = async (navigation: () => Promise<unknown>) => {
    await collect();
    await navigation();
    await collect();
  };
  return {
    goto: (url) => leave(() => driver.get(url)),
    reload: () => leave(() => driver.navigate().refresh()),
    back: () => leave(() => driver.navigate().back()),
    evaluate: <T>(expression: string) => run<T>(`return (${expression})`),
    evaluateAsync: <T>(expression: string) =>
      driver.executeAsyncScript<T>(
        `${listen} (${expression}).then(arguments[arguments.length - 1])`,
      ),
    async element(expression) {
      const found = await run<WebElement | null>(`return (${expression})`);
      return found && { click: () => found.click(), type: (text) => found.sendKeys(text) };
    },
    press: (key) => driver.actions().sendKeys(keys[key]).perform(),
    async errors() {
      await collect();
      return errors;
    },
    async close() {
      await driver.quit().catch(() => undefined);
      stop();
    },
  };
}

async function waitForDriver(port: number) {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('WebKitWebDriver does not answer');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}
