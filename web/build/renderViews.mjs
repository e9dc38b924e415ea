/**
 * Renders the first view of the public pages by running the built app in jsdom, and prints them as JSON:
 * `{ [path]: { html, styles } }`. Started by `firstViews.ts` once per language, because the app's modules keep state.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JSDOM } from 'jsdom';

const [folder, language, ...paths] = process.argv.slice(2);
const origin = 'https://halcyon.invalid';
/** A page counts as complete when nothing has changed for this long. */
const quietMs = 300;

const { window } = new JSDOM(readFileSync(join(folder, 'index.html'), 'utf8'), {
  url: origin + paths[0],
  pretendToBeVisual: true,
});
const { document, localStorage } = window;
prepareBrowser();
await import(pathToFileURL(join(folder, entryScript())).href);
const views = {};
let previous = null;
for (const path of paths) {
  window.history.pushState(null, '', path);
  window.dispatchEvent(new window.PopStateEvent('popstate', { state: null }));
  await settled();
  previous = mainElement();
  views[path.split('#')[0]] = takeView();
}
process.stdout.write(JSON.stringify(views), () => process.exit(0));

function entryScript() {
  return /src="(\/assets\/index-[^"]+\.js)"/.exec(document.getElementById('start').innerHTML)[1];
}

/** What the app expects of a browser and jsdom does not have, and jsdom's window as the global object. */
function prepareBrowser() {
  document.documentElement.lang = language;
  // As when the server has sent a first paint: nothing is animated yet.
  document.body.prepend(Object.assign(document.createElement('div'), { id: 'first-paint' }));
  // The sky of a view is that of noon; at night the page's first script changes it.
  Date.prototype.getHours = () => 12;
  localStorage.setItem('language', JSON.stringify({ v: 1, value: language }));
  // jsdom loads no stylesheet: each counts as loaded as soon as it is in the document.
  Object.defineProperty(window.HTMLLinkElement.prototype, 'sheet', { get: () => ({}) });
  new window.MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node.nodeName === 'LINK') setTimeout(() => node.dispatchEvent(new window.Event('load')));
  }).observe(document, { childList: true, subtree: true });
  const nothing = () => undefined;
  const query = { matches: false, addEventListener: nothing, removeEventListener: nothing };
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Object.assign(window, {
    matchMedia: (media) => ({ media, ...query }),
    ResizeObserver: Observer,
    IntersectionObserver: Observer,
    fetch: answer,
  });
  // No region: the formats are those of the language.
  Object.defineProperty(window.navigator, 'languages', { value: [language] });
  Object.defineProperty(window.navigator, 'geolocation', {
    value: { getCurrentPosition: nothing },
  });
  const ofBrowser =
    /^(navigator|location|Event|EventTarget|CustomEvent|fetch|addEventListener|removeEventListener|dispatchEvent)$/;
  for (const name of [
    ...Object.getOwnPropertyNames(window),
    'addEventListener',
    'removeEventListener',
    'dispatchEvent',
  ]) {
    if (name in globalThis && !ofBrowser.test(name)) continue;
    const value = /EventListener|dispatchEvent/.test(name)
      ? window[name].bind(window)
      : window[name];
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
  }
}

/** Files of the build are read. Other requests stay without an answer, as on a slow network. */
async function answer(request) {
  const { pathname } = new URL(String(request?.url ?? request), origin);
  if (pathname.startsWith('/assets/')) return new Response(readFileSync(join(folder, pathname)));
  // The sign-in form waits for the list of providers; those of a server are added by the app.
  if (pathname === '/api/config' && /^\/(login|register)$/.test(window.location.pathname))
    return Response.json({ google_client_id: null, apple_client_id: null });
  return new Promise(() => {});
}

function mainElement() {
  return document.querySelector('#root main');
}

function settled() {
  return new Promise((resolve) => {
    // The previous page stays until the next one has loaded.
    const isComplete = () =>
      mainElement() !== previous && !document.querySelector('[data-skeleton="block"]');
    const check = () => (isComplete() ? resolve() : wait());
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(check, quietMs);
    };
    new window.MutationObserver(wait).observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
    });
    wait();
  });
}

function takeView() {
  const copy = document.getElementById('root').cloneNode(true);
  // What depends on the visitor's clock is left to the app, and so is what has not been loaded.
  for (const element of copy.querySelectorAll(
    '[data-live], [data-skeleton], section:has([aria-live]), [aria-live]',
  ))
    element.remove();
  for (const sky of copy.querySelectorAll('[data-sky]')) sky.dataset.quiet = '';
  for (const element of copy.querySelectorAll('*')) {
    // The content security policy allows no style attributes.
    element.removeAttribute('style');
    // Typed characters are shown as in the app; what the app has filled in is not a user's input.
    element.removeAttribute('value');
  }
  // Without the app a form would send what was typed in the address of the page.
  for (const form of copy.querySelectorAll('form')) {
    const group = document.createElement('div');
    group.className = form.className;
    group.append(...form.childNodes);
    form.replaceWith(group);
  }
  for (const button of copy.querySelectorAll('button')) button.type = 'button';
  const classes = new Set(
    [...copy.querySelectorAll('[class]')].flatMap((one) => [...one.classList]),
  );
  const links = [...document.querySelectorAll('link[rel="stylesheet"]')];
  const files = links.map((link) => new URL(link.href, origin).pathname);
  return { html: copy.innerHTML, styles: files.filter((file) => isUsed(file, classes)) };
}

/** A stylesheet without class names applies to every page. */
function isUsed(file, classes) {
  const css = readFileSync(join(folder, file), 'utf8');
  const named = [...css.matchAll(/\.(_[\w-]+)/g)].map(([, name]) => name);
  return named.length === 0 || named.some((name) => classes.has(name));
}
