import { type InfiniteData, keepPreviousData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { content, type ContentItem, type ContentList, type ListeningProgress } from '../content.ts';
import { noteFavourites } from '../favourites.ts';
import { appended, itemsWithProgress, withOneMoreFinished } from '../progress.ts';
import { type Filters, toContentQuery } from './filters.ts';

/** One page of the sessions that match. */
interface SessionPage extends Omit<ContentList, 'items'> {
  readonly items: readonly ContentItem[];
  readonly filters: Filters;
}

type SessionPages = InfiniteData<SessionPage, number>;

/** All pages that were asked for as one; but for its sessions, it is as the last of them. */
export type ShownSessions = SessionPage;

/** A list that is asked for; the one before stays until it is here. */
export type SessionList = ReturnType<typeof useSessionList>;

/** The sessions that match, in the language on the screen. They follow what is listened to, here and on other devices. */
export function useSessionList(filters: Filters) {
  const locale = useTranslation().i18n.language;
  return useInfiniteQuery({
    queryKey: ['sessions', locale, filters],
    queryFn: async ({ pageParam }): Promise<SessionPage> => ({
      ...(await noteFavourites(content.list(toContentQuery(filters, pageParam)))),
      filters,
    }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    select: toSessionList,
  });
}

/** Each session once, where it has moved to the next page meanwhile. */
export function toSessionList({ pages }: SessionPages): ShownSessions {
  return pages.reduce((shown, page) => ({ ...page, items: appended(shown.items, page.items) }));
}

/** Takes over how far the listener is in one session. */
export function takeListProgress(client: QueryClient, progress: ListeningProgress): void {
  const lists = { queryKey: ['sessions'] };
  client.setQueriesData<SessionPages>(lists, (known) => known && pagesWithProgress(known, progress));
  const isListed = client
    .getQueriesData<SessionPages>({ ...lists, type: 'active' })
    .every(([, known]) => known && find(known, progress.id));
  // Only the server knows whether it was finished before.
  if (progress.status === 'finished' && !isListed) void client.invalidateQueries(lists);
}

/** The pages with what is known of one session by now, and with the totals that follow from it. */
export function pagesWithProgress(known: SessionPages, progress: ListeningProgress): SessionPages {
  const before = find(known, progress.id)?.status ?? 'finished';
  const isOneMore = before !== 'finished' && progress.status === 'finished';
  const pages = known.pages.map((page) => ({
    ...page,
    ...(isOneMore && withOneMoreFinished(page)),
    items: itemsWithProgress(page.items, progress),
  }));
  return { ...known, pages };
}

function find({ pages }: SessionPages, id: string): ContentItem | undefined {
  return pages.flatMap(({ items }) => items).find((item) => item.id === id);
}
