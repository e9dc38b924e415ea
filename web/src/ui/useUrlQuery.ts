/** The query of the page's address. */
import { useMemo } from 'react';
import { useLocation } from 'react-router';

export function useUrlQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
