/** Every validation message of the server for these forms has a translation. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { fieldText } from './fieldText.ts';

const server = resolve(import.meta.dirname, '../../../server/src');
const found = (file: string, pattern: RegExp) =>
  [...readFileSync(join(server, file), 'utf8').matchAll(pattern)].map(([, text]) => text ?? '');

/** The messages as written in the server's source. */
const sentences = [
  ...found('mail/address.rs', /#\[error\("([^"]+)"\)\]/g),
  ...found('accounts/password.rs', /#\[error\("([^"]+)"\)\]/g),
  ...found('accounts/routes/fields.rs', /invalid\("\w+", "([^"]+)"\)/g),
  ...found('accounts/ownership.rs', /invalid\(\w+, "([^"]+)"\)/g),
  ...found('accounts/routes/profile.rs', /invalid\("?\w+"?, "([^"]+)"\)/g),
  ...found('contact.rs', /"(\w+ is required)"/g),
  'Must be at most 100 characters',
  'Must not contain control characters',
];

test('the messages are found in the server’s source', () => {
  expect(sentences).toContain('Password must be at least 8 characters');
  expect(sentences).toContain('The password is wrong');
  expect(sentences).toContain('Message is required');
});

test.each(sentences)('%s', (sentence) => {
  const error = new ApiError(422, { code: 'validation', fields: { name: sentence } });
  expect(fieldText(error, 'name')).not.toBe('errors.code.validation');
  expect(fieldText(error, 'name')).toBeDefined();
  expect(fieldText(error, 'other')).toBeUndefined();
});

test('an unknown message asks to check the entry', () => {
  const error = new ApiError(422, { code: 'validation', fields: { name: 'Must be prime' } });
  expect(fieldText(error, 'name')).toBe('errors.code.validation');
});
