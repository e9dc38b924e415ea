/** Provides the API client to components. */
import { createContext, use } from 'react';
import type { ApiClient } from './client.ts';

export const ApiContext = createContext<ApiClient | null>(null);

export function useApi(): ApiClient {
  const api = use(ApiContext);
  if (!api) throw new Error('useApi needs an ApiContext above it');
  return api;
}
