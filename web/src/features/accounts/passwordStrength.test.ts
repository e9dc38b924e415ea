/** The strength hint recognizes the most common weak passwords. */
import { expect, test } from 'vitest';
import { passwordStrength } from './passwordStrength.ts';

test.each([
  ['', 'empty'],
  ['12345678', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijkl', 'weak'],
  ['sunshine', 'weak'],
  ['Tr0ub4dor', 'fair'],
  ['correct horse battery', 'strong'],
  ['yağmurlu bir pazar', 'strong'],
] as const)('%j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
