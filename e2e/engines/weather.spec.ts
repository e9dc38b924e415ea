/** The weather in other engines and in the native wrapper: first visit, search, views, dial, charts, and without a network. */
import { expect, test } from './support/test.ts';

test('a first visit finds a place and shows its weather @short', async ({ visit }) => {
  await visit.goto('/');
  await visit.click('button', 'Skip');
  await visit.fill('combobox', 'Search for a place', 'Istambul');
  await visit.click('option', /^Istanbul/);
  await visit.shows('Feels like');
  await visit.has('heading', 'Istanbul');
});

test('views, dial and charts are used by pointer and keyboard', async ({ visit }) => {
  await visit.goto('/?lat=52.52&lon=13.41&name=Berlin');
  await visit.shows('Feels like');
  await visit.click('tab', '15 days');
  await visit.has('region', '15-day outlook');
  await visit.click('tab', 'Daily');
  await visit.has('radio', 'Precipitation');
  await visit.click('tab', 'Hourly');
  await visit.has('slider', /^Chart of the next 48 hours/);
  await visit.focus('slider', 'Hour on the dial');
  const value = () =>
    visit.evaluate<string>("document.activeElement.getAttribute('aria-valuetext')");
  const before = await value();
  await visit.press('ArrowRight');
  await expect.poll(value).not.toBe(before);
});

test('the browser goes back to the page before, from its own cache', async ({ visit }, info) => {
  test.skip(
    info.project.name === 'wrapper',
    'the browser that plays the wrapper has no such cache',
  );
  await visit.goto('/?lat=52.52&lon=13.41&name=Berlin');
  // The last thing the page loads: Firefox does not keep a page that is left while it loads.
  await visit.has('link', 'How accurate are these forecasts?');
  await visit.evaluate('globalThis.isSamePage = true');
  await visit.goto('/help');
  await visit.has('heading', 'Help');
  await visit.back();
  await visit.isAt(/^\/\?lat=52\.52/);
  await visit.shows('Feels like');
  expect(await visit.evaluate('globalThis.isSamePage === true')).toBe(true);
});

test.describe('without a server', () => {
  test.use({ expectedErrors: /network|fetch|load|connect/i });

  test('a reload shows the last weather with its age @short', async ({ visit, server }) => {
    await visit.goto('/');
    await visit.click('button', 'Skip');
    await visit.click('button', 'Berlin');
    await visit.shows('Feels like');
    await expect.poll(() => visit.isReadyForOffline(), { timeout: 30_000 }).toBe(true);
    await server.stop();
    await visit.reload();
    await visit.shows('Feels like');
    await visit.shows('You are offline.');
  });
});
