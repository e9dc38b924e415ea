/** Accounts, saved places and settings in other engines and in the native wrapper. */
import { logIn, register } from './support/account.ts';
import type { EnginePage } from './support/EnginePage.ts';
import { expect, test } from './support/test.ts';

async function savePlace(visit: EnginePage, name: string) {
  await visit.fill('combobox', 'Search for a place', name);
  await visit.click('option', new RegExp(`^${name}`));
  await visit.click('button', 'Save');
  await visit.shows('Location saved');
  await visit.hasNo('dialog', 'Add place');
  await visit.has('button', `Move ${name}`);
}

test('a new account saves and orders places, without an error @short', async ({ visit }) => {
  await register(visit);
  await visit.goto('/locations');
  for (const name of ['Potsdam', 'Leipzig']) await savePlace(visit, name);
  expect(await visit.text()).not.toContain('Error fetching fresh data');
  await visit.focus('button', 'Move Leipzig');
  await visit.press('ArrowUp');
  const order = () =>
    visit.evaluate<string[]>(
      "[...document.querySelectorAll('button[aria-label^=\"Move \"]')].map((one) => one.ariaLabel ?? one.getAttribute('aria-label'))",
    );
  await expect.poll(order).toEqual(['Move Leipzig', 'Move Potsdam']);
  // The page shows the new order before it is stored.
  await expect.poll(() => visit.storedPlaces()).toEqual(['Leipzig', 'Potsdam']);
  await visit.reload();
  await expect.poll(order).toEqual(['Move Leipzig', 'Move Potsdam']);
});

test('a user logs out and in again', async ({ visit }) => {
  const email = await register(visit);
  await visit.goto('/help');
  await visit.click('button', 'Open menu');
  await visit.click('button', 'Logout');
  await visit.isAt(/^\/login$/);
  await logIn(visit, email);
  await visit.isAt(/^\/$/);
  await visit.goto('/profile');
  await visit.has('textbox', 'First name');
});

test('theme and language apply at once and after a reload', async ({ visit }) => {
  await visit.goto('/accessibility-settings');
  await visit.click('radio', 'Dark');
  const root = (name: string) =>
    visit.evaluate<string>(`document.documentElement.getAttribute('${name}')`);
  await expect.poll(() => root('data-theme')).toBe('dark');
  await visit.choose('Language', 'Deutsch');
  await expect.poll(() => root('lang')).toBe('de');
  await visit.reload();
  await expect.poll(() => root('data-theme')).toBe('dark');
  await visit.shows('Schriftgröße');
});

test('push notifications are offered, or their absence explained', async ({ visit }) => {
  await register(visit);
  await visit.goto('/settings');
  await visit.has('heading', 'Notifications');
  const isSupported = await visit.evaluate<boolean>(
    "'PushManager' in window && 'Notification' in window",
  );
  if (!isSupported) await visit.shows(/this browser cannot show push notifications/i);
  await visit.has('switch', /^Push notifications/);
});
