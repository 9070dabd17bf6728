import type { ContentItem, ContentList } from '../../../web/pages/cabinet/content.ts';

export const categories = [
  { id: 'sleep', title: 'Sleep' },
  { id: 'stress', title: 'Stress' },
];
export const voices = [
  { id: 'marta', title: 'Marta' },
  { id: 'daniel', title: 'Daniel' },
];
const itemsPerPage = 24;

/** A session that nobody has begun, 25 minutes long, unless said otherwise. */
export function item(id: string, fields: Partial<ContentItem> = {}): ContentItem {
  return {
    id,
    title: `Title of ${id}`,
    summary: `Summary of ${id}`,
    opening: [],
    category: 'sleep',
    voice: 'marta',
    speaker: null,
    durationSeconds: 1500,
    status: 'not_started',
    positionSeconds: 0,
    startedAt: null,
    finishedAt: null,
    audioUrl: `/api/v1/content/${id}/audio/ticket/`,
    imageUrl: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    recommended: false,
    favourite: false,
    week: null,
    ...fields,
  };
}

/** So many sessions, `s1` being the first. */
export const items = (count: number): ContentItem[] =>
  Array.from({ length: count }, (_, index) => item(`s${index + 1}`));

/** A page of what was found in a library, as the server tells it. */
export function pageOf(
  found: readonly ContentItem[],
  { page = 1, library = found }: { readonly page?: number; readonly library?: readonly ContentItem[] } = {},
): ContentList {
  const total = library.length;
  const completed = library.filter(({ status }) => status === 'finished').length;
  return {
    items: found.slice((page - 1) * itemsPerPage, page * itemsPerPage),
    found: found.length,
    corrected: null,
    page,
    pages: Math.max(1, Math.ceil(found.length / itemsPerPage)),
    total,
    completed,
    available: total - completed,
    progress: total === 0 ? 0 : Math.floor((100 * completed) / total),
    categories,
    voices,
  };
}

/** What the server confirms when a session is listened to. */
export function progressOf(id: string, status: 'in_progress' | 'finished', positionSeconds = 0) {
  const startedAt = '2026-11-21T08:00:00.000Z';
  const finishedAt = status === 'finished' ? '2026-11-21T08:25:00.000Z' : null;
  return { id, status, positionSeconds, startedAt, finishedAt };
}
