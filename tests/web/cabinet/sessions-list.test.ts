import { describe, expect, test } from 'vitest';
import type { ContentList, ContentQuery } from '../../../web/pages/cabinet/content.ts';
import { noFilters } from '../../../web/pages/cabinet/sessions/filters.ts';
import { createSessionList } from '../../../web/pages/cabinet/sessions/session-list.ts';
import { item, items, pageOf, progressOf } from './library-items.ts';

interface Question {
  readonly query: ContentQuery;
  readonly answer: (list: ContentList) => void;
  readonly fail: (error: unknown) => void;
}

/** A list whose server answers when the test wants it to, in any order. */
function openList() {
  const questions: Question[] = [];
  const list = createSessionList(
    (query) => new Promise((answer, fail) => void questions.push({ query, answer, fail })),
  );
  const ids = () => list.state().shown?.items.map(({ id }) => id);
  return { list, questions, ids, last: () => questions.at(-1)! };
}

/** A list that shows the first page of these sessions. */
async function showList(library = items(30)) {
  const opened = openList();
  const asked = opened.list.ask(noFilters);
  opened.last().answer(pageOf(library));
  await asked;
  return opened;
}

const finished = { ...noFilters, status: 'finished' } as const;
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a list that is asked for', () => {
  test('is shown with its filters and totals', async () => {
    const { list } = await showList([item('a', { status: 'finished' }), item('b'), item('c')]);
    expect(list.state()).toMatchObject({ asking: 'nothing', failure: null, shown: { filters: noFilters, found: 3 } });
    expect(list.state().shown?.totals).toEqual({ total: 3, completed: 1, available: 2, progress: 33 });
  });

  test('leaves the old one in its place until it is here', async () => {
    const { list, ids, last } = await showList(items(2));
    const asked = list.ask(finished);
    expect(list.state().asking).toBe('list');
    expect(ids()).toEqual(['s1', 's2']);
    last().answer(pageOf([item('done')]));
    await asked;
    expect(ids()).toEqual(['done']);
  });

  test('counts no more once another one was asked for', async () => {
    const { list, questions, ids } = openList();
    const asked = [list.ask(noFilters), list.ask(finished)];
    questions[1]!.answer(pageOf([item('new')]));
    questions[0]!.answer(pageOf([item('old')]));
    await Promise.all(asked);
    expect(ids()).toEqual(['new']);
    expect(list.state().shown?.filters).toEqual(finished);
  });

  test('may fail, and be asked for again', async () => {
    const { list, ids, last } = openList();
    const outage = new Error('away');
    let asked = list.ask(noFilters);
    last().fail(outage);
    await asked;
    expect(list.state()).toEqual({ asking: 'nothing', shown: null, failure: { error: outage } });
    asked = list.ask(noFilters);
    last().answer(pageOf(items(1)));
    await asked;
    expect(list.state().failure).toBeNull();
    expect(ids()).toEqual(['s1']);
  });

  test('does not fail by what was asked for before', async () => {
    const { list, questions } = openList();
    const asked = [list.ask(noFilters), list.ask(finished)];
    questions[0]!.fail(new Error('away'));
    await asked[0];
    expect(list.state()).toMatchObject({ asking: 'list', failure: null });
  });
});

describe('the next page', () => {
  test('comes after what is shown, each session once', async () => {
    const { list, ids, last } = await showList();
    const asked = list.more();
    expect(list.state().asking).toBe('more');
    expect(last().query).toMatchObject({ page: 2 });
    last().answer({ ...pageOf(items(30), { page: 2 }), items: [item('s24'), item('s25')] });
    await asked;
    expect(ids()?.slice(-2)).toEqual(['s24', 's25']);
    expect(ids()).toHaveLength(25);
    expect(list.state()).toMatchObject({ asking: 'nothing', shown: { page: 2, pages: 2 } });
  });

  test('is asked for once at a time, and not after the last', async () => {
    const { list, questions, last } = await showList();
    const asked = [list.more(), list.more()];
    expect(questions).toHaveLength(2);
    last().answer(pageOf(items(30), { page: 2 }));
    await Promise.all(asked);
    await list.more();
    expect(questions).toHaveLength(2);
  });

  test('that fails leaves the list as it was', async () => {
    const { list, ids, last } = await showList();
    const asked = list.more();
    last().fail(new Error('away'));
    await expect(asked).rejects.toThrow('away');
    expect(list.state()).toMatchObject({ asking: 'nothing', failure: null });
    expect(ids()).toHaveLength(24);
  });

  test('of a list that was left is not appended to the new one', async () => {
    const { list, questions, ids } = await showList();
    const asked = [list.more(), list.ask(finished)];
    questions[2]!.answer(pageOf([item('done')]));
    questions[1]!.answer(pageOf(items(30), { page: 2 }));
    await Promise.all(asked);
    expect(ids()).toEqual(['done']);
  });
});

describe('what is listened to', () => {
  test('shows on its session at once, and on no other', async () => {
    const { list } = await showList(items(2));
    const before = list.state().shown!.items;
    list.take(progressOf('s2', 'in_progress', 300));
    expect(list.state().shown!.items[1]).toMatchObject({ id: 's2', status: 'in_progress', positionSeconds: 300 });
    expect(list.state().shown!.items[0]).toBe(before[0]);
  });

  test('counts once when it is finished', async () => {
    const { list } = await showList(items(3));
    list.take(progressOf('s2', 'finished'));
    list.take(progressOf('s2', 'finished'));
    expect(list.state().shown!.totals).toEqual({ total: 3, completed: 1, available: 2, progress: 33 });
  });

  test('counts no more where it was finished before', async () => {
    const { list } = await showList([item('a', { status: 'finished' }), item('b')]);
    list.take(progressOf('a', 'finished', 60));
    expect(list.state().shown!.totals.completed).toBe(1);
  });

  test('is counted by the server where the session was never on this list', async () => {
    const { list, questions, last } = await showList(items(3));
    list.take(progressOf('elsewhere', 'finished'));
    list.take(progressOf('elsewhere', 'finished', 60));
    expect(questions).toHaveLength(2);
    last().answer(pageOf([item('a', { status: 'finished' }), item('b')]));
    await settled();
    expect(list.state().shown!.totals).toEqual({ total: 2, completed: 1, available: 1, progress: 50 });
    expect(list.state().shown!.items).toHaveLength(3);
  });
});

test('listeners are told of every change until they leave', async () => {
  const { list } = await showList(items(2));
  let told = 0;
  const leave = list.onChange(() => told++);
  list.take(progressOf('s1', 'in_progress', 1));
  leave();
  list.take(progressOf('s1', 'in_progress', 2));
  expect(told).toBe(1);
});

describe('a list that is looked at again', () => {
  test('shows what was listened to elsewhere, in all of its pages', async () => {
    const library = items(30);
    const { list, ids, questions } = await showList(library);
    const more = list.more();
    questions[1]!.answer(pageOf(library, { page: 2 }));
    await more;
    const looked = list.refresh();
    expect(list.state().asking).toBe('nothing');
    const heard = [{ ...library[0]!, status: 'finished' as const }, ...library.slice(1)];
    questions[2]!.answer(pageOf(heard));
    questions[3]!.answer(pageOf(heard, { page: 2 }));
    await looked;
    expect(ids()).toHaveLength(30);
    expect(list.state().shown?.items[0]).toMatchObject({ status: 'finished' });
    expect(list.state().shown?.totals.completed).toBe(1);
  });

  test('stays where that cannot be loaded', async () => {
    const { list, ids, last } = await showList(items(2));
    const looked = list.refresh();
    last().fail(new Error('No line'));
    await looked;
    expect([ids(), list.state().failure]).toEqual([['s1', 's2'], null]);
  });

  test('follows the filters that were chosen meanwhile', async () => {
    const { list, ids, questions } = await showList(items(2));
    const looked = list.refresh();
    const asked = list.ask(finished);
    questions[2]!.answer(pageOf([item('done')]));
    questions[1]!.answer(pageOf(items(2)));
    await Promise.all([looked, asked]);
    expect(ids()).toEqual(['done']);
  });
});
