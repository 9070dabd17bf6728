import type { ContentQuery, ListeningStatus } from '../content.ts';

/** Which sessions are wanted. Empty parts match everything. */
export interface Filters {
  readonly status: ListeningStatus | null;
  readonly category: readonly string[];
  readonly voice: string | null;
  readonly search: string;
}

export const statuses: readonly ListeningStatus[] = ['not_started', 'in_progress', 'finished'];
export const noFilters: Filters = { status: null, category: [], voice: null, search: '' };
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
  };
}

/** The query of an address with these filters, which `readFilters` reads again; its other parameters stay. */
export function writeFilters(query: string, filters: Filters): string {
  const parameters = new URLSearchParams(query);
  for (const name of names) parameters.delete(name);
  for (const [name, value] of Object.entries(filters) as [string, string | null | readonly string[]][])
    for (const each of [value ?? []].flat()) if (each) parameters.append(name, each);
  return parameters.size > 0 ? `?${parameters}` : '';
}

/** Whether anything is asked for in particular. */
export function isFiltered(filters: Filters): boolean {
  return writeFilters('', filters) !== '';
}

/** What the API is asked for. */
export function toContentQuery({ status, voice, ...others }: Filters, page: number): ContentQuery {
  return { ...others, page, status: status ? [status] : [], voice: voice ? [voice] : [] };
}
