/** What the content security policy forbids is noticed in every engine, so that it fails a journey. */
import { expect, test } from './support/test.ts';

const violation = /content.security.policy/i;

test.use({ expectedErrors: violation });

test('a forbidden style is an error @short', async ({ visit }) => {
  await visit.goto('/help');
  await visit.has('heading', 'Help');
  expect(await visit.errors()).toEqual([]);
  await visit.evaluate(
    `document.body.insertAdjacentHTML('beforeend', '<p style="color: red">Red</p>')`,
  );
  await expect.poll(async () => (await visit.errors()).join()).toMatch(violation);
});
