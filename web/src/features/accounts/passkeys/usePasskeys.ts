/** Whether passkeys are offered: by the server, at this address, and by this browser. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { configQuery } from '../../../api/config.ts';
import { hasPasskeys } from './browser.ts';

export function usePasskeys(): boolean {
  const { data } = useQuery(configQuery(useApi()));
  return hasPasskeys(data?.passkey_domain);
}
