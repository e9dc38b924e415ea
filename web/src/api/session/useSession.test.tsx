/** What components learn of the session: signed in or not, still asking, what went wrong, and who it is. */
import { renderHook, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { network } from '../../testing/network.ts';
import { signIn } from '../../testing/renderApp.tsx';
import { createApi } from '../client.ts';
import { SessionContext, useAuth } from './useSession.ts';

let stop = () => undefined as undefined;

afterEach(() => stop());

function openPage() {
  const { session } = createApi({ reload: () => undefined, resetLocations: () => undefined });
  const end = session.start();
  stop = () => void end();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionContext value={session}>{children}</SessionContext>
  );
  return renderHook(() => useAuth(), { wrapper }).result;
}

// [R3.03]
test('a visitor is nobody, at once and without an error', () => {
  const visitor = { isAuthenticated: false, loading: false, error: null, user: null };
  expect(openPage().current).toEqual(visitor);
});

// [R3.03]
test('while the server is asked the state is loading, then the person is there', async () => {
  signIn();
  const auth = openPage();
  expect(auth.current).toMatchObject({ isAuthenticated: false, loading: true, user: null });
  await waitFor(() => expect(auth.current.isAuthenticated).toBe(true));
  expect(auth.current).toMatchObject({ loading: false, error: null });
  expect(auth.current.user?.email).toBe('ada@example.org');
});

// [R3.03]
test('a server that fails is an error, not a guess about who it is', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  signIn();
  network.use(
    http.get('*/api/auth/me', async () => {
      await delay(1);
      return HttpResponse.json({ code: 'internal', error: 'x' }, { status: 500 });
    }),
  );
  const auth = openPage();
  await waitFor(() => expect(auth.current.error).toBe('profileUnavailable'));
  expect(auth.current).toMatchObject({ isAuthenticated: false, user: null });
});
