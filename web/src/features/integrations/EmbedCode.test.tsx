/** The code for other sites in the settings: for the chosen place, view and appearance, with a preview. */
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { answerLocations, buildLocation } from '../../testing/locations.ts';
import { network } from '../../testing/network.ts';
import { renderApp, signIn } from '../../testing/renderApp.tsx';

test('the code follows the choices and is copied', async () => {
  signIn();
  answerLocations(buildLocation('Home'), buildLocation('Office'));
  network.use(
    http.get('*/api/tokens', () => HttpResponse.json({ tokens: [] })),
    http.get('*/api/feeds', () => HttpResponse.json({ feeds: [] })),
  );
  const { user } = renderApp('/settings');
  const place = await screen.findByRole('combobox', { name: 'Place' });
  await user.selectOptions(place, await within(place).findByRole('option', { name: 'Office' }));
  await user.click(
    within(screen.getByRole('group', { name: 'Content' })).getByRole('radio', { name: '7 days' }),
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Appearance' }), 'Dark');
  const frame = screen.getByRole('region', { name: 'As a frame' });
  expect(frame).toHaveTextContent('name=Office&amp;view=week&amp;theme=dark&amp;units=metric');
  expect(screen.getByRole('img', { name: 'Preview: Weather in Office' })).toHaveAttribute(
    'src',
    expect.stringMatching(/^\/embed\.svg\?.*name=Office&view=week&theme=dark/),
  );
  await user.click(within(frame).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toMatch(/^<iframe src="http.*<\/iframe>$/);
  expect(screen.getByRole('link', { name: 'At a glance' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/glance\?.*name=Office$/),
  );
});
