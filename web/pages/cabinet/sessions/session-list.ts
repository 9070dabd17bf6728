import type { ContentLabel } from '../../../../schemas/api/content.ts';
import type { ContentItem, ContentList, ContentQuery, ListeningProgress } from '../content.ts';
import { toContentQuery, type Filters } from './filters.ts';
import { appended, withOneMoreFinished, itemsWithProgress, type Totals } from '../progress.ts';

/** The sessions from the server, as many pages as were asked for. */
export interface ShownSessions {
  readonly filters: Filters;
  readonly items: readonly ContentItem[];
  readonly page: number;
  readonly pages: number;
  /** How many match the filters. */
  readonly found: number;
  /** What was searched for in place of what was written, where nothing has that. */
  readonly corrected: string | null;
  readonly totals: Totals;
  readonly categories: readonly ContentLabel[];
  readonly voices: readonly ContentLabel[];
}

export interface SessionListState {
  /** What the server is being asked for. */
  readonly asking: 'nothing' | 'list' | 'more';
  /** Null until there is something to show. It stays while other filters are asked for. */
  readonly shown: ShownSessions | null;
  /** Why the list that was asked for last could not be loaded; null where it could. */
  readonly failure: { readonly error: unknown } | null;
}

export interface SessionList {
  readonly state: () => SessionListState;
  /** Calls back after each change, until the function it returns is called. */
  readonly onChange: (listener: () => void) => () => void;
  /**
   * Asks for the first page of what matches. Never rejects; an answer that another question overtook counts no more.
   */
  readonly ask: (filters: Filters) => Promise<void>;
  /** Appends the next page. Rejects where it can't be loaded; does nothing while the server is being asked already. */
  readonly more: () => Promise<void>;
  /** Asks for all that is shown once more, unseen: it may have been listened to elsewhere. Never rejects. */
  readonly refresh: () => Promise<void>;
  /** Takes over how far the listener is in one session. */
  readonly take: (progress: ListeningProgress) => void;
}

/** The list of a page; `list` asks the server. */
export function createSessionList(list: (query: ContentQuery) => Promise<ContentList>): SessionList {
  const listeners = new Set<() => void>();
  const finished = createFinished();
  let state: SessionListState = { asking: 'nothing', shown: null, failure: null };
  let latest = 0;

  const change = (fields: Partial<SessionListState>) => {
    state = { ...state, ...fields };
    for (const listener of listeners) listener();
  };
  const changeShown = (fields: Partial<ShownSessions>) => {
    if (state.shown) change({ shown: { ...state.shown, ...fields } });
  };

  const ask = async (filters: Filters): Promise<void> => {
    const question = ++latest;
    change({ asking: 'list' });
    try {
      const reply = await list(toContentQuery(filters, 1));
      if (question !== latest) return;
      finished.see(reply.items);
      change({ asking: 'nothing', failure: null, shown: { filters, ...toShown(reply) } });
    } catch (error) {
      if (question === latest) change({ asking: 'nothing', failure: { error } });
    }
  };

  const more = async (): Promise<void> => {
    const { asking, shown } = state;
    if (asking !== 'nothing' || !shown || shown.page >= shown.pages) return;
    const question = ++latest;
    change({ asking: 'more' });
    try {
      const reply = await list(toContentQuery(shown.filters, shown.page + 1));
      if (question !== latest) return;
      finished.see(reply.items);
      changeShown({ ...toShown(reply), items: appended(state.shown?.items ?? [], reply.items) });
    } finally {
      if (question === latest) change({ asking: 'nothing' });
    }
  };

  const refresh = async (): Promise<void> => {
    const { asking, shown } = state;
    if (asking !== 'nothing' || !shown) return;
    const question = latest;
    const pages = Array.from({ length: shown.page }, (_, index) => list(toContentQuery(shown.filters, index + 1)));
    const replies = await Promise.all(pages).catch(() => []); // what is known stays
    const last = replies.at(-1);
    if (question !== latest || !last) return;
    const items = replies.reduce<readonly ContentItem[]>((all, reply) => appended(all, reply.items), []);
    finished.see(items);
    changeShown({ ...toShown(last), items });
  };

  /** Counted by the server: it isn't known here whether the session was finished before. */
  const count = async (): Promise<void> => {
    const reply = await list({ page: 1 }).catch(() => null); // they are right at the next question
    if (reply) changeShown({ totals: totalsOf(reply) });
  };

  const take = (progress: ListeningProgress): void => {
    if (!state.shown) return;
    changeShown({ items: itemsWithProgress(state.shown.items, progress) });
    const news = finished.take(progress);
    if (news === 'one more') changeShown({ totals: withOneMoreFinished(state.shown.totals) });
    if (news === 'unknown') void count();
  };

  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { state: () => state, onChange, ask, more, refresh, take };
}

/** Which sessions are finished, of those that were seen. */
function createFinished() {
  const known = new Map<string, boolean>();
  return {
    see(items: readonly ContentItem[]): void {
      for (const { id, status } of items) known.set(id, status === 'finished');
    },
    /** Whether this finishes one more; unknown where the session was never seen. */
    take({ id, status }: ListeningProgress): 'nothing' | 'one more' | 'unknown' {
      const before = known.get(id);
      known.set(id, status === 'finished');
      if (status !== 'finished' || before === true) return 'nothing';
      return before === undefined ? 'unknown' : 'one more';
    },
  };
}

function toShown(reply: ContentList): Omit<ShownSessions, 'filters'> {
  const { items, page, pages, found, corrected, categories, voices } = reply;
  return { items, page, pages, found, corrected, categories, voices, totals: totalsOf(reply) };
}

function totalsOf({ total, completed, available, progress }: ContentList): Totals {
  return { total, completed, available, progress };
}
