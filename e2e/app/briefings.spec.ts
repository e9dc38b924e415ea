/** A user sets a briefing and reads what the next one will say. */
import { signUp } from '../support/account.ts';
import { savePlaces } from '../support/savedPlaces.ts';
import { expect, test } from '../support/test.ts';

test('a briefing is set, previewed, and still there after a reload', async ({
  page,
  context,
  baseURL,
}) => {
  await signUp(context, baseURL, 'ada');
  await savePlaces(context, baseURL, 'Berlin', 'Wien');
  await page.goto('/settings');
  const card = page.getByRole('region', { name: 'Daily briefing and your own limits' });
  await card.getByRole('combobox', { name: 'Place' }).selectOption('Wien');
  await card.getByRole('switch', { name: /^Daily briefing/ }).click({ force: true });
  const preview = card.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText(/^Wien: (today|tomorrow)$/)).toBeVisible();
  await expect(preview.getByText(/^[^,]+, −?\d+° to −?\d+°\. .*(Wear|No jacket)/)).toBeVisible();
  await expect(preview.getByText('this briefing is not sent')).toBeVisible();
  await card.getByRole('switch', { name: 'Frost tonight' }).click({ force: true });
  await card.getByRole('switch', { name: 'Strong wind' }).click({ force: true });
  await expect(card.getByRole('combobox', { name: 'Wind over' })).toBeVisible();

  await page.reload();
  await card.getByRole('combobox', { name: 'Place' }).selectOption('Wien');
  await expect(card.getByRole('switch', { name: /^Daily briefing/ })).toBeChecked();
  await expect(card.getByRole('switch', { name: 'Frost tonight' })).toBeChecked();
  await card.getByRole('combobox', { name: 'Place' }).selectOption('Berlin');
  await expect(card.getByRole('switch', { name: /^Daily briefing/ })).not.toBeChecked();
});
