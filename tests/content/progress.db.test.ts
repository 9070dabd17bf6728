import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import type { User } from '../../schemas/api/values.ts';
import { describePostgres } from '../harness/databases.ts';
import { addListener, addSessions, runContent } from './running-content.ts';

describePostgres('how far a listener is', (open) => {
  let database: Database;
  let content: ReturnType<typeof runContent>;
  let ada: User;

  beforeAll(async () => {
    database = await open();
    content = runContent(database);
    await addSessions(database, [{ id: 'roof' }, { id: 'lamp' }]);
  });
  beforeEach(async () => {
    ada = await addListener(database);
  });

  const play = randomUUID();
  const report = (heard: number, day = '2026-05-10') => ({ play, heard: String(heard), day });
  const plays = () =>
    database
      .knex('content_plays')
      .where({ user_id: ada.id })
      .select<object[]>('content_id', 'seconds', database.knex.raw('day::text AS day'));

  describe('is kept', () => {
    test('from the first start on, which later ones leave as it is', async () => {
      const first = await content.start(ada, 'roof');
      expect(first).toMatchObject({ id: 'roof', status: 'in_progress', positionSeconds: 0, finishedAt: null });
      expect(await content.start(ada, 'roof', { position: '90' })).toEqual({ ...first, positionSeconds: 90 });
      expect(await content.start(ada, 'roof')).toEqual({ ...first, positionSeconds: 90 });
    });

    test('to the end of the session, and not beyond it', async () => {
      expect(await content.start(ada, 'roof', { position: '86400' })).toMatchObject({ positionSeconds: 1_200 });
      expect(await content.start(ada, 'roof', { position: '5000' })).toMatchObject({ positionSeconds: 1_200 });
    });

    test('as finished for good: once more heard, it has a position and stays finished', async () => {
      await content.start(ada, 'roof', { position: '1190' });
      const finished = await content.finish(ada, 'roof');
      expect(finished).toMatchObject({ status: 'finished', positionSeconds: 0 });
      expect(await content.start(ada, 'roof', { position: '60' })).toEqual({ ...finished, positionSeconds: 60 });
      expect(await content.finish(ada, 'roof')).toEqual(finished);
    });

    test('as finished without a start, where the report of the start is lost', async () => {
      const { startedAt, finishedAt, status } = await content.finish(ada, 'lamp');
      expect(status).toBe('finished');
      expect(finishedAt).toBe(startedAt);
    });

    test('by one query a call', async () => {
      content.statements.length = 0;
      await content.start(ada, 'roof', { position: '1', ...report(1) });
      await content.finish(ada, 'roof', report(2));
      expect(content.statements).toEqual(['start-content', 'finish-content']);
    });

    test('once, when two devices begin and end at the same moment', async () => {
      const started = await Promise.all([1, 2, 3, 4].map(() => content.start(ada, 'roof', report(5))));
      expect(new Set(started.map(({ startedAt }) => startedAt)).size).toBe(1);
      const finished = await Promise.all([1, 2, 3, 4].map(() => content.finish(ada, 'roof', report(9))));
      expect(new Set(finished.map(({ finishedAt }) => finishedAt)).size).toBe(1);
      expect(await plays()).toEqual([{ content_id: 'roof', seconds: 9, day: '2026-05-10' }]);
    });

    test('of no session that is not there', async () => {
      await expect(content.start(ada, 'nowhere', report(5))).rejects.toMatchObject({ code: 'not_found' });
      await expect(content.finish(ada, 'nowhere', report(5))).rejects.toMatchObject({ code: 'not_found' });
      expect(await plays()).toEqual([]);
    });

    test('is not stored for a member who has just removed the account', async () => {
      const gone = { email: null, password_hash: null, deleted_at: new Date() };
      await database.knex('users').where({ id: ada.id }).update(gone);
      await expect(content.start(ada, 'roof', report(5))).rejects.toMatchObject({ code: 'not_found' });
      expect(await plays()).toEqual([]);
    });
  });

  describe('comes with what was listened to', () => {
    test('in one play, however often and in which order it is reported', async () => {
      for (const heard of [10, 40, 40, 25]) await content.start(ada, 'roof', report(heard));
      await content.finish(ada, 'roof', report(55));
      await content.start(ada, 'roof', report(45));
      expect(await plays()).toEqual([{ content_id: 'roof', seconds: 55, day: '2026-05-10' }]);
    });

    test('and a report that a later one has overtaken does not move the position back', async () => {
      await content.start(ada, 'roof', { position: '600', ...report(60) });
      expect(await content.start(ada, 'roof', { position: '570', ...report(30) })).toMatchObject({
        positionSeconds: 600,
      });
      await content.finish(ada, 'roof', report(90));
      expect(await content.start(ada, 'roof', { position: '630', ...report(80) })).toMatchObject({
        positionSeconds: 0,
      });
    });

    test('of the session that the play began with', async () => {
      await content.start(ada, 'roof', report(10));
      await content.start(ada, 'lamp', report(99));
      expect(await plays()).toEqual([{ content_id: 'roof', seconds: 10, day: '2026-05-10' }]);
    });

    test('for four hours at most', async () => {
      await content.start(ada, 'roof', report(86_400));
      expect(await plays()).toMatchObject([{ seconds: 14_400 }]);
    });

    test.each([
      ['a night belongs to its evening', '2026-05-09', '2026-05-09'],
      ['tomorrow has begun in the east', '2026-05-11', '2026-05-11'],
      ['a device was offline for a month', '2026-04-10', '2026-04-10'],
      ['a clock is behind', '2020-01-01', '2026-04-10'],
      ['a clock is ahead', '9999-12-31', '2026-05-11'],
      ['there is no such year', '0000-01-01', '2026-04-10'],
    ])('on a day that can be: %s', async (_, told, day) => {
      await content.start(ada, 'roof', report(10, told));
      await content.start(ada, 'roof', report(20, '2026-05-10'));
      expect(await plays()).toEqual([{ content_id: 'roof', seconds: 20, day }]);
    });

    test('in so many plays a day as a person can begin', async () => {
      const row = { user_id: ada.id, content_id: 'roof', day: '2026-05-10' };
      await database.knex('content_plays').insert(Array.from({ length: 199 }, () => ({ ...row, id: randomUUID() })));
      await content.start(ada, 'roof', report(10));
      await content.start(ada, 'roof', { ...report(10), play: randomUUID() });
      await content.start(ada, 'roof', report(20));
      expect(await plays()).toHaveLength(200);
      expect(await plays()).toContainEqual({ content_id: 'roof', seconds: 20, day: '2026-05-10' });
    });
  });

  test.each([
    ['a part of a report', { play, heard: '5' }, [{ field: 'day', code: 'required' }]],
    ['another part', { heard: '5', day: '2026-05-10' }, [{ field: 'play', code: 'required' }]],
    ['a play that is no UUID', { ...report(5), play: 'x' }, [{ field: 'play', code: 'invalid' }]],
    ['a URN', { ...report(5), play: `urn:uuid:${play}` }, [{ field: 'play', code: 'invalid' }]],
    ['a day that the calendar has not', report(5, '2026-02-30'), [{ field: 'day', code: 'invalid' }]],
    ['a position before the beginning', { position: '-1' }, [{ field: 'position', code: 'invalid' }]],
  ])('is not reported by %s', async (_, query, errors) => {
    await expect(content.start(ada, 'roof', query)).rejects.toMatchObject({ code: 'invalid_fields', errors });
  });
});
