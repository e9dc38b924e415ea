/** The session state for components: loading, user and error. */
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
test('a visitor is anonymous at once and without an error', () => {
  const visitor = { isAuthenticated: false, loading: false, error: null, user: null };
  expect(openPage().current).toEqual(visitor);
});

// [R3.03]
test('the state is loading until the profile has arrived', async () => {
  signIn();
  const auth = openPage();
  expect(auth.current).toMatchObject({ isAuthenticated: false, loading: true, user: null });
  await waitFor(() => expect(auth.current.isAuthenticated).toBe(true));
  expect(auth.current).toMatchObject({ loading: false, error: null });
  expect(auth.current.user?.email).toBe('ada@example.org');
});

// [R3.03]
test('a server error is reported as an error, not as a visitor without an account', async () => {
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
