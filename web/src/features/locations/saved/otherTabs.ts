/** Announces changes of the saved places to the other tabs of this browser, and follows theirs. */
import type { QueryClient } from '@tanstack/react-query';

const channelName = 'saved-locations';

/** The channel of this tab; it does not receive its own messages. */
let ownChannel: BroadcastChannel | null = null;

export function announceToOtherTabs(): void {
  ownChannel?.postMessage('changed');
}

/** A read that is running may have been answered before the change, so it is cancelled and sent again. */
export function startFollowingOtherTabs(client: QueryClient, forgetReads: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  ownChannel = channel;
  channel.onmessage = async () => {
    forgetReads();
    await client.cancelQueries(savedPlaces);
    await refreshSaved(client);
  };
  return () => {
    ownChannel = null;
    channel.close();
  };
}

export function refreshSaved(client: QueryClient): Promise<void> {
  return client.invalidateQueries(savedPlaces);
}

const savedPlaces = { queryKey: ['locations'], exact: true };
