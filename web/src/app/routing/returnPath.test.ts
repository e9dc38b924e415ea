/** The page to return to after the login, and rejected addresses. */
import { expect, test } from 'vitest';
import { loginPathFor } from '../../paths.ts';
import { returnPath } from './returnPath.ts';

// [R2.01, R2.04]
test('the return path keeps its query', () => {
  const login = new URL(loginPathFor('/profile?delete=true'), location.origin);
  expect(login.pathname).toBe('/login');
  expect(returnPath(login.searchParams)).toBe('/profile?delete=true');
});

// [R2.01]
test.each([
  'https://evil.example',
  '//evil.example/x',
  '/.//evil.example',
  '/a/..//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '',
])('%j is replaced by the home page', (next) => {
  expect(returnPath(new URLSearchParams({ next }))).toBe('/');
});
