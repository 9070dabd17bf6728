import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { content, type ListeningProgress } from './content.ts';
import { takeDashboardProgress } from './dashboard-query.ts';
import { takeListProgress } from './sessions/session-list.ts';

notifyManager.setScheduler(queueMicrotask);

/**
 * What the members' pages ask the server and know of it. It lives as long as the cabinet's frame, which signing out
 * takes off the screen: the next user of this tab finds no answers to the user before.
 */
export function CabinetQueries({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createClient);
  useEffect(() => {
    const takeProgress = (progress: ListeningProgress) => {
      takeDashboardProgress(client, progress);
      takeListProgress(client, progress);
    };
    return content.onProgress(takeProgress);
  }, [client]);
  useEffect(() => refetchWhenSeen(client), [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Offline the worker answers, so nothing waits for a connection; whether to try again the page says itself. */
function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', refetchOnReconnect: false, refetchOnWindowFocus: false, retry: false },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Asks again what is shown and may have changed, whenever the tab is looked at again, Back brings the page, or the
 * network is back; until the function it returns is called. TanStack's own way would wait for a request that is under
 * way, and phones lose those while they sleep.
 */
function refetchWhenSeen(client: QueryClient): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  const shown = { type: 'active', stale: true } as const;
  const refetch = async () => {
    await client.cancelQueries(shown);
    await client.refetchQueries(shown);
  };
  const onVisible = () => document.visibilityState === 'visible' && void refetch();
  document.addEventListener('visibilitychange', onVisible, options);
  window.addEventListener('online', onVisible, options);
  window.addEventListener('pageshow', ({ persisted }) => persisted && void refetch(), options);
  return () => listening.abort();
}
