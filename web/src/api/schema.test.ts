/** The committed types match the committed contract. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';

// [R7.20]
test('schema.d.ts is generated from openapi.json: run make contract when this fails', async () => {
  const contract = readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8');
  const committed = readFileSync(join(import.meta.dirname, 'schema.d.ts'), 'utf8');
  const generated = astToString(await openapiTS(JSON.parse(contract)));
  // The command line tool adds a comment above the output of the library.
  expect(committed.endsWith(generated)).toBe(true);
});
