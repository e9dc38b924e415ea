/**
 * A page in a browser that Playwright cannot drive, Debian's Firefox and WebKitGTK, or in the native wrapper. Elements are
 * found by role and name, as assistive technology finds them, and clicked and typed into by the browser itself.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';

export interface EngineElement {
  click(): Promise<void>;
  type(text: string): Promise<void>;
}

/** What each browser has to provide. Scripts are expressions, evaluated in the page. */
export interface Engine {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
  /** Waits for the promise that the expression returns. */
  evaluateAsync<T>(expression: string): Promise<T>;
  element(expression: string): Promise<EngineElement | null>;
  press(key: EngineKey): Promise<void>;
  /** Console errors, uncaught errors and violations of the content security policy so far. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

export type EngineKey =
  | 'ArrowUp'
  | 'ArrowDown'
  | 'ArrowRight'
  | 'ArrowLeft'
  | 'Home'
  | 'Escape'
  | 'Tab';
type Name = string | RegExp;

const require = createRequire(import.meta.url);
const queries = readFileSync(
  require.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

const literal = (name: Name) => (typeof name === 'string' ? JSON.stringify(name) : String(name));

/** Long, because two engines and two servers share a small machine. */
const waitMs = 45_000;

/** The first visible element with this role and name. */
const byRole = (role: string, name: Name) =>
  `(globalThis.TestingLibraryDom?.queryAllByRole(document.body, ${JSON.stringify(role)}, { name: ${literal(name)} }) ?? [])
    .find((one) => one.getClientRects().length > 0) ?? null`;

export class EnginePage {
  readonly #engine: Engine;
  readonly #baseUrl: string;

  constructor(engine: Engine, baseUrl: string) {
    this.#engine = engine;
    this.#baseUrl = baseUrl;
  }

  async goto(path: string) {
    await this.#engine.goto(this.#baseUrl + path);
  }

  reload() {
    return this.#engine.reload();
  }

  back() {
    return this.#engine.back();
  }

  press(key: EngineKey) {
    return this.#engine.press(key);
  }

  evaluate<T>(expression: string) {
    return this.#engine.evaluate<T>(expression);
  }

  errors() {
    return this.#engine.errors();
  }

  /** The text of the page as a person sees it. */
  text() {
    return this.evaluate<string>('document.body.innerText');
  }

  async shows(text: Name) {
    const isShown = async () => {
      const page = await this.text();
      return typeof text === 'string' ? page.includes(text) : text.test(page);
    };
    await expect.poll(isShown, { message: `the page shows ${text}`, timeout: waitMs }).toBe(true);
  }

  async isAt(path: RegExp) {
    await expect
      .poll(() => this.evaluate<string>('location.pathname + location.search'), { timeout: waitMs })
      .toMatch(path);
  }

  async click(role: string, name: Name) {
    await this.#use(byRole(role, name), name, (element) => element.click());
  }

  /** For a check box, which is drawn by its label. */
  async clickText(text: string) {
    const found = `(globalThis.TestingLibraryDom?.queryAllByText(document.body, ${literal(text)}, { exact: false })[0] ?? null)`;
    await this.#use(found, text, (element) => element.click());
  }

  /** Replaces the text of a field. */
  async fill(role: string, name: Name, text: string) {
    await this.#use(byRole(role, name), name, async (element) => {
      await element.click();
      await this.evaluate('document.activeElement.select()');
      await element.type(text);
    });
  }

  /** A field without a role of its own, such as one for a password. */
  async fillLabelled(label: string, text: string) {
    const field = `(globalThis.TestingLibraryDom?.queryByLabelText(document.body, ${literal(label)}, { selector: 'input' }) ?? null)`;
    await this.#use(field, label, async (element) => {
      await element.click();
      await element.type(text);
    });
  }

  /** Chooses the option of a list by typing its text, as with a keyboard. */
  async choose(label: string, option: string) {
    await this.focus('combobox', label);
    await this.#use('document.activeElement', label, (element) => element.type(option));
  }

  /** The names of the saved places in the order that the server has. */
  storedPlaces() {
    return this.#engine.evaluateAsync<string[]>(`(async () => {
      const { locations } = await (await fetch('/api/locations')).json();
      return locations.map(({ name }) => name);
    })()`);
  }

  /** Whether the service worker controls the page and the weather is stored for use without a network. */
  isReadyForOffline() {
    return this.#engine.evaluateAsync<boolean>(`(async () => {
      if (!navigator.serviceWorker?.controller) return false;
      const reports = await (await caches.open('halcyon-reports')).keys();
      return reports.length > 0;
    })()`);
  }

  async focus(role: string, name: Name) {
    await this.has(role, name);
    await this.evaluate(`(${byRole(role, name)}).focus()`);
  }

  async has(role: string, name: Name) {
    await expect
      .poll(() => this.#isFound(role, name), { message: `${role} ${name}`, timeout: waitMs })
      .toBe(true);
  }

  async hasNo(role: string, name: Name) {
    await expect
      .poll(() => this.#isFound(role, name), { message: `no ${role} ${name}`, timeout: waitMs })
      .toBe(false);
  }

  async #isFound(role: string, name: Name) {
    await this.#loadQueries();
    return this.evaluate<boolean>(`(${byRole(role, name)}) !== null`);
  }

  /** Retried, because the page may render the element again between finding and using it. */
  async #use(expression: string, name: Name, action: (element: EngineElement) => Promise<void>) {
    await expect(async () => {
      await this.#loadQueries();
      const element = await this.#engine.element(expression);
      if (!element) throw new Error(`nothing named ${name} is visible`);
      await action(element);
    }).toPass({ timeout: waitMs });
  }

  /** Once per document. */
  async #loadQueries() {
    const isLoaded = await this.evaluate<boolean>('Boolean(globalThis.TestingLibraryDom)');
    if (!isLoaded) await this.evaluate(`(() => { ${queries}\n; return true; })()`);
  }
}
