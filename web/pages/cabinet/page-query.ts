import { keepPreviousData, notifyManager, QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useId, useRef } from 'react';
import { content, type ListeningProgress } from './content.ts';
import { useWhenSeen } from './use-when-seen.ts';

interface Question<Value> {
  /** Names what is asked for, in JSON. Another key is another question. */
  readonly key: readonly unknown[];
  readonly load: () => Promise<Value>;
  /** While false, the server isn't asked; what is known stays. */
  readonly enabled?: boolean;
  /** Whether to ask again when the page is looked at again, Back brings it, or the network is back. */
  readonly refetchOnFocus?: boolean;
  /** Milliseconds; asks again this often while the page is visible. */
  readonly refetchInterval?: number;
}

/** What is known of a question. */
export interface Answer<Value> {
  /** The last answer; undefined until there is one. It stays while the server is asked again, and where that fails. */
  readonly value: Value | undefined;
  /** Why the last attempt failed; null where it went well, and before it has ended. */
  readonly error: unknown;
}

export interface PageQuery<Value> extends Answer<Value> {
  /** Whether `value` still answers the question before. */
  readonly isOld: boolean;
  /** Asks again at once; only the latest request counts. Never rejects. */
  readonly refresh: () => Promise<void>;
  /** Changes what is known without asking. */
  readonly update: (change: (known: Answer<Value>) => Answer<Value>) => void;
}

/** Nothing outlives the page that shows it: the next user of this tab finds no answers to the user before. */
const client = new QueryClient({
  defaultOptions: {
    queries: { gcTime: 0, networkMode: 'always', refetchOnReconnect: false, refetchOnWindowFocus: false, retry: false },
  },
});
notifyManager.setScheduler(queueMicrotask);

/** Asks the server something for the page that is shown: at once, for each new key, and when the options say so. */
export function usePageQuery<Value>(question: Question<Value>): PageQuery<Value> {
  const { key, load, enabled = true, refetchOnFocus = true, refetchInterval } = question;
  const own = useId();
  const queryKey = [own, ...key];
  const last = useRef<Value>(undefined);
  // A failure is an answer too: TanStack would forget it as soon as it asks again, and with it the button to retry.
  const queryFn = async (): Promise<Answer<Value>> => {
    try {
      return { value: await load(), error: null };
    } catch (error) {
      return { value: last.current, error };
    }
  };
  const { data, refetch, isPlaceholderData } = useQuery(
    { queryKey, queryFn, enabled, refetchInterval: refetchInterval ?? false, placeholderData: keepPreviousData },
    client,
  );
  useEffect(() => {
    last.current = data?.value;
  }, [data]);
  const refresh = useCallback(async () => {
    await client.cancelQueries({ queryKey: [own] }); // phones lose requests while they sleep
    await refetch();
  }, [own, refetch]);
  useWhenSeen(refresh, enabled && refetchOnFocus);
  const update = (change: (known: Answer<Value>) => Answer<Value>) =>
    void client.setQueryData<Answer<Value>>(queryKey, (known) => known && change(known));
  return { value: data?.value, error: data?.error ?? null, isOld: isPlaceholderData, refresh, update };
}

/** Asks all questions again whose key begins with this. */
export async function refetchQueries(name: string): Promise<void> {
  await client.refetchQueries({ predicate: ({ queryKey }) => queryKey[1] === name });
}

/** Calls back with each progress that the server has confirmed, while the page is shown. */
export function useProgress(act: (progress: ListeningProgress) => void): void {
  const onProgress = useEffectEvent(act);
  useEffect(() => content.onProgress((progress) => onProgress(progress)), []);
}
