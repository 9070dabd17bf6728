import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { content } from '../content.ts';
import { useWhenSeen } from '../use-when-seen.ts';
import type { Filters } from './filters.ts';
import { createSessionList, type SessionListState } from './session-list.ts';

interface AskedSessions {
  readonly state: SessionListState;
  /** Asks once more for what could not be had. */
  readonly again: () => Promise<void>;
  /** Appends the next page; rejects where it can't be had. */
  readonly more: () => Promise<void>;
}

/**
 * The sessions that match, in the language on the screen. They follow what is listened to, here and on other
 * pages, and on other devices when the page is looked at again.
 */
export function useSessionList(filters: Filters): AskedSessions {
  const locale = useTranslation().i18n.language;
  const [list] = useState(() => createSessionList((query) => content.list(query)));
  const state = useSyncExternalStore(list.onChange, list.state);
  const again = useCallback(() => list.ask(filters), [list, filters]);
  useEffect(() => void again(), [again, locale]);
  useEffect(() => content.onProgress(list.take), [list]);
  useWhenSeen(state.failure ? again : list.refresh);
  return { state, again, more: list.more };
}
