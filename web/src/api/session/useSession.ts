/** Provides the session and the signed-in user to components. */
import { createContext, use, useSyncExternalStore } from 'react';
import type { Session } from './Session.ts';
import type { SessionState, User } from './types.ts';

export const SessionContext = createContext<Session | null>(null);

export interface AuthState {
  isAuthenticated: boolean;
  loading: boolean;
  error: SessionState['problem'];
  user: User | null;
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionContext above it');
  return session;
}

export function useAuth(): AuthState {
  const session = useSession();
  const { status, problem, user } = useSyncExternalStore(session.subscribe, () => session.state);
  return {
    isAuthenticated: status === 'authenticated',
    loading: status === 'loading',
    error: problem,
    user,
  };
}
