/** The load state of the weather; each has its own text and its own Try Again button. */
import { NetworkError } from '../../../api/errors.ts';

export type LoadState = 'loading' | 'retrying' | 'error' | 'connection' | 'timeout';

interface LoadProgress {
  error: Error | null;
  isFetching: boolean;
  /** Of the current attempt. */
  failureCount: number;
}

export function loadStateOf({ error, isFetching, failureCount }: LoadProgress): LoadState {
  if (isFetching) return failureCount > 0 ? 'retrying' : 'loading';
  if (!(error instanceof NetworkError)) return error ? 'error' : 'loading';
  return error.isTimeout ? 'timeout' : 'connection';
}
