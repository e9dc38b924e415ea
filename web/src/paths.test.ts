/** The pages and the list that the server renders them from. */
import { expect, test } from 'vitest';
import serverPaths from '../../shared/paths.json';
import { paths } from './paths.ts';

test('the server knows the same pages', () => {
  expect(paths).toEqual(serverPaths);
});
