/** The server's policy allows React Aria's iOS scroll lock by its hash: this is the text it was made from. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

test('the style that locks scrolling on iOS is the one the policy allows', () => {
  const library = 'node_modules/react-aria/dist/private/overlays/usePreventScroll.mjs';
  const injected = /style\.textContent = `([^`]*)`/.exec(
    readFileSync(resolve(library), 'utf8'),
  )?.[1];
  const policy = readFileSync(resolve('../server/src/http/security_headers.rs'), 'utf8');
  const allowed = /SCROLL_LOCK_STYLE: &str = "([^"]*)"/.exec(policy)?.[1];
  expect(injected?.trim()).toBe(allowed?.replaceAll('\\n', '\n'));
});
