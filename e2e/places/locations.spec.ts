/** Saved places: search, save, edit, reorder and delete, in two tabs and without a network. */
import type { Response } from '@playwright/test';
import { Locations } from '../pages/locations.ts';
import { SignIn } from '../pages/signIn.ts';
import { signUp } from '../support/account.ts';
import { savePlaces } from '../support/savedPlaces.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const sameOnPhone = 'the requests are the same on every width';

// [R2.03, R8.03]
test('a place is found, saved, edited, deleted and restored', async ({
  page,
  context,
  baseURL,
}) => {
  await signUp(context, baseURL, 'ada');
  const locations = new Locations(page);
  await locations.open();
  await locations.find('Potsdam');
  await locations.form.getByRole('radio', { name: 'Home' }).check();
  await locations.saveForm();
  await expect(page.getByText('Location saved')).toBeVisible();
  await expect(locations.saved.getByRole('button', { name: /^Potsdam/ })).toContainText(/-?\d+°/);
  await expect(locations.history.getByRole('button', { name: /Potsdam/ })).toBeVisible();

  await locations.saved.getByRole('button', { name: 'Edit Potsdam' }).click();
  await locations.form.getByLabel('Name').fill('Grandma');
  await locations.save.click();
  await expect(page.getByText('Location updated')).toBeVisible();
  await page.reload();
  await expect.poll(() => locations.order()).toEqual(['Grandma']);

  await locations.saved.getByRole('button', { name: 'Edit Grandma' }).click();
  await locations.form.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Location deleted')).toBeVisible();
  await expect.poll(() => locations.order()).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => locations.order()).toEqual(['Grandma']);
});

const isOrderSaved = (answer: Response) =>
  answer.request().method() === 'PUT' && answer.url().includes('/api/locations');

test('the order is changed by keyboard, announced and saved', async ({
  page,
  context,
  baseURL,
}) => {
  await signUp(context, baseURL, 'ada');
  await savePlaces(context, baseURL, 'Berlin', 'Wien', 'Paris');
  const written: number[] = [];
  page.on('response', (answer) => {
    if (isOrderSaved(answer)) written.push(answer.status());
  });
  const locations = new Locations(page);
  await locations.open();
  await locations.handle('Paris').focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[data-announcer]')).toContainText('Paris is now number 2 of 3.');
  await page.keyboard.press('Home');
  await expect(page.locator('[data-announcer]')).toContainText('Paris is now number 1 of 3.');
  await expect(locations.handle('Paris')).toBeFocused();
  await expect.poll(() => written).toEqual([200, 200]);
  await page.reload();
  await expect.poll(() => locations.order()).toEqual(['Paris', 'Berlin', 'Wien']);
});

test('the order is changed by dragging', async ({ page, context, baseURL, isMobile }) => {
  test.skip(isMobile, 'Playwright drags with a mouse only');
  await signUp(context, baseURL, 'ada');
  await savePlaces(context, baseURL, 'Berlin', 'Wien', 'Paris');
  const locations = new Locations(page);
  await locations.open();
  const from = await locations.handle('Berlin').boundingBox();
  const to = await locations.handle('Paris').boundingBox();
  if (!from || !to) throw new Error('the handles are not rendered');
  const written = page.waitForResponse(isOrderSaved);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 40, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => locations.order()).toEqual(['Wien', 'Paris', 'Berlin']);
  expect((await written).status()).toBe(200);
});

test('a change in one tab is shown in the other', async ({ page, context, baseURL, isMobile }) => {
  test.skip(isMobile, sameOnPhone);
  await signUp(context, baseURL, 'ada');
  const [here, there] = [new Locations(page), new Locations(await context.newPage())];
  await here.open();
  await there.open();
  await here.find('Potsdam');
  await here.saveForm();
  await expect.poll(() => there.order()).toEqual(['Potsdam']);
  await there.saved.getByRole('button', { name: 'Edit Potsdam' }).click();
  await there.form.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => here.order()).toEqual([]);
});

test.describe('without a network', () => {
  test.skip(({ isMobile }) => isMobile, sameOnPhone);
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|network trouble/ });

  test('a failed save keeps the form and its input', async ({ page, context, baseURL }) => {
    await signUp(context, baseURL, 'ada');
    const locations = new Locations(page);
    await locations.open();
    await locations.find('Potsdam');
    await locations.form.getByLabel('Name').fill('Grandma');
    await context.setOffline(true);
    await locations.save.click();
    await expect(locations.form.getByText('Failed to save location')).toBeVisible();
    await expect(locations.form.getByLabel('Name')).toHaveValue('Grandma');
    await context.setOffline(false);
    await locations.saveForm();
    await expect.poll(() => locations.order()).toEqual(['Grandma']);
  });
});

// [R6.02, R3.07]
test('a visitor who saves is led to the login, and the place is saved after it', async ({
  page,
  context,
  baseURL,
  isMobile,
}) => {
  test.skip(isMobile, sameOnPhone);
  const { email } = await signUp(context, baseURL, 'ada');
  await context.clearCookies();
  const locations = new Locations(page);
  await locations.open();
  await locations.find('Potsdam');
  await locations.save.click();
  const dialog = page.getByRole('dialog', { name: 'Authentication Required' });
  await dialog.getByRole('button', { name: 'Go to login' }).click();
  await new SignIn(page).logIn(email, 'kingfisher on a branch');
  await expect(page).toHaveURL('/locations');
  await expect(page.getByText('Location saved')).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => locations.order()).toEqual(['Potsdam']);
  // The visitor's searches were moved to the account.
  await expect(locations.history.getByRole('button', { name: /Potsdam/ })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('client_id'))).toBeNull();
});

test('the page is accessible, also with its form open', async ({ page, context, baseURL }) => {
  await signUp(context, baseURL, 'ada');
  await savePlaces(context, baseURL, 'Berlin', 'Wien');
  const locations = new Locations(page);
  await locations.open();
  await expect.poll(() => locations.order()).toHaveLength(2);
  await expectAccessible(page);
  await locations.search.fill('Pots');
  await page.getByRole('option').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('option').first().click();
  await locations.form.waitFor();
  await expectAccessible(page);
});
