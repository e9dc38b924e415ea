/** Tells the other tabs of this browser that the saved places have changed, and hears it from them. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const channelName = 'saved-locations';

export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('changed');
  channel.close();
}

export function useOtherTabs(): void {
  const client = useQueryClient();
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = () => void refreshSaved(client);
    return () => channel.close();
  }, [client]);
}

export function refreshSaved(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['locations'], exact: true });
}
