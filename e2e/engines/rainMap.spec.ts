/** The rain map in other engines: words, picture and keyboard. */
import { expect, test } from './support/test.ts';

test('the rain map is read and moved by keyboard @short', async ({ visit }) => {
  await visit.goto('/map?lat=52.52&lon=13.41&name=Berlin');
  await visit.shows('Simulated rain, not a measurement');
  await visit.has('table', 'The next hour');
  await visit.focus('slider', 'Time of the picture');
  const value = () =>
    visit.evaluate<string>("document.activeElement.getAttribute('aria-valuetext')");
  const before = await value();
  expect(before).toContain('newest picture');
  await visit.press('ArrowRight');
  await expect.poll(value).toContain('forecast');
  // The land is drawn: some pixels of the first canvas are not transparent.
  const drawn = () =>
    visit.evaluate<number>(
      "(() => { const canvas = document.querySelector('canvas'); const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data; let count = 0; for (let index = 3; index < pixels.length; index += 4) if (pixels[index] > 0) count++; return count; })()",
    );
  await expect.poll(drawn, { timeout: 30_000 }).toBeGreaterThan(1000);
});
