/** Which of the load states the weather is in; each has its own words and its own Try Again. */
import { NetworkError } from '../../../api/errors.ts';

export type LoadState = 'loading' | 'retrying' | 'error' | 'connection' | 'timeout';

interface Progress {
  error: Error | null;
  isFetching: boolean;
  /** Of the running attempt. */
  failureCount: number;
}

export function loadStateOf({ error, isFetching, failureCount }: Progress): LoadState {
  if (isFetching) return failureCount > 0 ? 'retrying' : 'loading';
  if (!(error instanceof NetworkError)) return error ? 'error' : 'loading';
  return error.isTimeout ? 'timeout' : 'connection';
}
