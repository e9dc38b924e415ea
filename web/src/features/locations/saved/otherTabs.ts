/** Announces changes of the saved places to the other tabs of this browser, and follows theirs. */
import type { QueryClient } from '@tanstack/react-query';

const channelName = 'saved-locations';

export function announceToOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('changed');
  channel.close();
}

/** A read that is running may have been answered before the change, so it is cancelled and sent again. */
export function startFollowingOtherTabs(client: QueryClient, forgetReads: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = async () => {
    forgetReads();
    await client.cancelQueries(savedPlaces);
    await refreshSaved(client);
  };
  return () => channel.close();
}

export function refreshSaved(client: QueryClient): Promise<void> {
  return client.invalidateQueries(savedPlaces);
}

const savedPlaces = { queryKey: ['locations'], exact: true };
