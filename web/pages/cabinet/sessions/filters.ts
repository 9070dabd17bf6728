import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ContentQuery, ListeningStatus } from '../content.ts';

/** Which sessions are wanted. Empty parts match everything. */
export interface Filters {
  readonly status: ListeningStatus | null;
  readonly category: readonly string[];
  readonly voice: string | null;
  readonly search: string;
  /** Whether only favourites are wanted. */
  readonly favourite: boolean;
}

export const statuses: readonly ListeningStatus[] = ['not_started', 'in_progress', 'finished'];
export const noFilters: Filters = { status: null, category: [], voice: null, search: '', favourite: false };
/** As much as the API takes of one value. */
export const maxLength = 100;
const maxValues = 50;
const names = Object.keys(noFilters);

/** The filters that the query of an address names. What the API would refuse is left out. */
export function readFilters(query: string): Filters {
  const parameters = new URLSearchParams(query);
  const several = (name: string) =>
    [...new Set(parameters.getAll(name))].filter((value) => value && value.length <= maxLength).slice(0, maxValues);
  return {
    status: statuses.find((status) => status === parameters.get('status')) ?? null,
    category: several('category'),
    voice: several('voice')[0] ?? null,
    search: (parameters.get('search') ?? '').trim().slice(0, maxLength),
    favourite: parameters.get('favourite') === 'true',
  };
}

/** The query of an address with these filters, which `readFilters` reads again; its other parameters stay. */
export function writeFilters(query: string, filters: Filters): string {
  const parameters = new URLSearchParams(query);
  for (const name of names) parameters.delete(name);
  for (const [name, value] of Object.entries(filters) as [string, string | boolean | null | readonly string[]][])
    for (const each of [value ?? []].flat()) if (each) parameters.append(name, String(each));
  const written = String(parameters);
  return written && `?${written}`;
}

/** Whether anything is asked for in particular. */
export function isFiltered(filters: Filters): boolean {
  return writeFilters('', filters) !== '';
}

/** What the API is asked for. */
export function toContentQuery({ status, voice, favourite, ...others }: Filters, page: number): ContentQuery {
  return {
    ...others,
    page,
    status: status ? [status] : [],
    voice: voice ? [voice] : [],
    ...(favourite && { favourite }),
  };
}

const path = '/cabinet/sessions';
/** How long nothing more is typed before the list follows. Milliseconds. */
const pause = 250;

/** The filters in the address, and what changes them. */
export interface KnownFilters {
  readonly filters: Filters;
  /** What stands in the search field: it may be ahead of the address. */
  readonly typed: string;
  readonly type: (text: string) => void;
  /** Searches for what is typed without waiting for more. */
  readonly searchNow: () => void;
  readonly change: (filters: Partial<Omit<Filters, 'search'>>) => void;
  readonly clear: () => void;
}

/** The filters live in the address, so that a reload, Back and a link keep them. */
export function useFilters(): KnownFilters {
  const { query, isHere } = useQuery();
  const navigate = useNavigate();
  const filters = useMemo(() => readFilters(query), [query]);
  const [typed, type] = useState(filters.search);
  const [written, setWritten] = useState(filters.search);
  const [seen, setSeen] = useState(filters.search);
  if (filters.search !== seen) {
    setSeen(filters.search);
    if (filters.search !== written) type(filters.search); // it came by Back or a link, not by typing
  }

  const write = useCallback(
    (next: Filters, options: { readonly replace?: boolean } = {}) => {
      setWritten(next.search);
      void navigate({ pathname: path, search: writeFilters(query, next) }, options);
    },
    [query, navigate],
  );
  const search = typed.trim();
  const isAhead = isHere && search !== filters.search;
  // Each word typed is no step of its own for Back.
  const searchNow = useCallback(() => write({ ...filters, search }, { replace: true }), [write, filters, search]);
  useEffect(() => {
    if (!isAhead) return undefined;
    const timer = setTimeout(searchNow, pause);
    return () => clearTimeout(timer);
  }, [isAhead, searchNow]);

  return {
    filters,
    typed,
    type,
    searchNow: () => isAhead && searchNow(),
    change: (changed) => write({ ...filters, ...changed, search }),
    clear: () => {
      type('');
      write(noFilters);
    },
  };
}

/** The query of this page's address: still the last one while another page is on its way and this one leaves. */
function useQuery(): { readonly query: string; readonly isHere: boolean } {
  const { pathname, search } = useLocation();
  const isHere = pathname.replace(/\/$/, '') === path;
  const [query, setQuery] = useState(isHere ? search : '');
  if (isHere && search !== query) setQuery(search);
  return { query: isHere ? search : query, isHere };
}
