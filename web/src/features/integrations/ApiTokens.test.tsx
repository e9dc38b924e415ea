/** Personal tokens in the settings: created and shown once, listed, revoked. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { network } from '../../testing/network.ts';
import { renderApp, signIn } from '../../testing/renderApp.tsx';

const shelf = {
  id: '0199a1b2-0000-7000-8000-000000000001',
  name: 'Shelf display',
  scopes: ['weather', 'alerts'],
  created_at: '2026-11-15T12:00:00Z',
  last_used_at: null,
};
let stored: (typeof shelf)[];
let posted: unknown[];

beforeEach(() => {
  stored = [shelf];
  posted = [];
  signIn();
  network.use(
    http.get('*/api/tokens', () => HttpResponse.json({ tokens: stored })),
    http.post('*/api/tokens', async ({ request }) => {
      const body = (await request.json()) as { name: string; scopes: string[] };
      posted.push(body);
      const details = { ...shelf, ...body, id: '0199a1b2-0000-7000-8000-000000000002' };
      stored = [details, ...stored];
      return HttpResponse.json({ token: 'halcyon_0123', details }, { status: 201 });
    }),
    http.delete('*/api/tokens/:id', ({ params }) => {
      stored = stored.filter(({ id }) => id !== params.id);
      return HttpResponse.json({});
    }),
  );
});

const list = () => screen.findByRole('list', { name: 'Access for other programs' });

test('a token is created with its scopes, shown once and copied', async () => {
  const { user } = renderApp('/settings');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Window');
  await user.click(screen.getByRole('checkbox', { name: 'Saved places' }));
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  const secret = await screen.findByRole('region', { name: 'Your new token' });
  expect(within(secret).getByText('halcyon_0123')).toBeInTheDocument();
  expect(posted).toEqual([{ name: 'Window', scopes: ['places', 'weather'] }]);
  await user.click(within(secret).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('halcyon_0123');
  expect(within(secret).getByRole('status')).toHaveTextContent('Copied');
  expect(within(await list()).getByText('Window')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('halcyon_0123')).toBeNull();
});

test('a token without a name or a scope is not sent', async () => {
  const { user } = renderApp('/settings');
  await user.click(await screen.findByRole('checkbox', { name: 'Weather' }));
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('Enter a name.')).toBeInTheDocument();
  expect(screen.getByText('Choose at least one.')).toBeInTheDocument();
  expect(posted).toEqual([]);
});

test('a token is listed with what it may read and its last use, and revoked by name', async () => {
  const { user } = renderApp('/settings');
  const row = within(await list()).getByRole('listitem');
  expect(row).toHaveTextContent('Weather, Alerts · Never used');
  await user.click(screen.getByRole('button', { name: 'Revoke the token Shelf display' }));
  expect(await screen.findByText('Token revoked')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Shelf display')).toBeNull());
});
