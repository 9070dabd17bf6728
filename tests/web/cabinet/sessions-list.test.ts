import { describe, expect, test } from 'vitest';
import type { ContentItem } from '../../../web/pages/cabinet/content.ts';
import { noFilters } from '../../../web/pages/cabinet/sessions/filters.ts';
import { pagesWithProgress, toSessionList } from '../../../web/pages/cabinet/sessions/session-list.ts';
import { item, items, pageOf, progressOf } from './library-items.ts';

/** As many pages of these sessions as there are. */
function pagesOf(library: readonly ContentItem[]) {
  const pageParams = Array.from({ length: pageOf(library).pages }, (_, index) => index + 1);
  return { pageParams, pages: pageParams.map((page) => ({ ...pageOf(library, { page }), filters: noFilters })) };
}

test('pages stand one after the other, each session once', () => {
  const { pages, pageParams } = pagesOf(items(30));
  const [first, second] = [pages[0]!, { ...pages[1]!, items: [item('s24'), item('s25')] }];
  const shown = toSessionList({ pageParams, pages: [first, second] });
  expect(shown.items.map(({ id }) => id).slice(-2)).toEqual(['s24', 's25']);
  expect(shown.items).toHaveLength(25);
});

describe('what is listened to', () => {
  test('shows on its session, and on no other', () => {
    const known = pagesOf(items(30));
    const { items: after } = toSessionList(pagesWithProgress(known, progressOf('s26', 'in_progress', 300)));
    expect(after[25]).toMatchObject({ id: 's26', status: 'in_progress', positionSeconds: 300 });
    expect(after[0]).toBe(known.pages[0]!.items[0]);
  });

  test('counts once when it is finished', () => {
    const once = pagesWithProgress(pagesOf(items(3)), progressOf('s2', 'finished'));
    const twice = pagesWithProgress(once, progressOf('s2', 'finished'));
    expect(toSessionList(twice)).toMatchObject({ total: 3, completed: 1, available: 2, progress: 33 });
  });

  test('counts no more where it was finished before', () => {
    const known = pagesOf([item('a', { status: 'finished' }), item('b')]);
    expect(toSessionList(pagesWithProgress(known, progressOf('a', 'finished', 60))).completed).toBe(1);
  });

  test('is left to the server where the session is not on the list', () => {
    const known = pagesOf(items(3));
    expect(pagesWithProgress(known, progressOf('elsewhere', 'finished'))).toEqual(known);
  });
});
