import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../api/content/calendar.ts';
import type { Database } from '../../api/platform/db/database.ts';
import type { User } from '../../schemas/api/values.ts';
import { describePostgres } from '../harness/databases.ts';
import { addLabels, addListener, addSessions, addVisit, noon, runContent } from './running-content.ts';

const today = '2026-05-10';

/** So many days in a row, as month and day. */
const days = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => addDays(`2026-${first}`, index).slice(5));

describePostgres('the dashboard', (open) => {
  let database: Database;
  let content: ReturnType<typeof runContent>;

  beforeAll(async () => {
    database = await open();
    content = runContent(database);
    await addLabels(database, { topic: ['evening', 'sleep', 'rest'] });
    await addSessions(database, [
      { id: 'any' },
      { id: 'roof', topics: ['evening', 'sleep'] },
      { id: 'gone', topics: ['sleep'], retired: true },
      ...['one', 'two', 'three', 'four'].map((id) => ({ id, topics: ['sleep'] })),
      { id: 'lamp', topics: ['evening'] },
    ]);
  });

  /** Somebody who has heard so many seconds on these days of 2026. */
  const listenerOf = async (heard: readonly string[]) => {
    const user = await addListener(database);
    const rows = heard.map((each) => {
      const [day, seconds] = each.split(' ');
      return { user_id: user.id, id: randomUUID(), content_id: 'any', day: `2026-${day}`, seconds };
    });
    if (rows.length > 0) await database.knex('content_plays').insert(rows);
    return user;
  };
  const planOf = async (user: User, day = today, timeZone?: string) =>
    (await content.dashboard(user, day, timeZone)).plan;
  interface Ends {
    readonly ends_at?: string;
    readonly grace_ends_at?: string;
    readonly revoked_at?: string;
  }
  const grant = (user: User, at: string, ends: Ends = {}) => {
    const ids = { user_id: user.id, source_id: randomUUID() };
    return database
      .knex('access_grants')
      .insert({ ...ids, source: 'test', created_at: at, ends_at: '2027-05-10', ...ends });
  };

  test('has a beginning for a member who has done nothing yet', async () => {
    const { days: week, recommended, ...rest } = await content.dashboard(await listenerOf([]), today);
    expect(rest).toEqual({ streakDays: 0, heardSeconds: 0, finished: 0, plan: null, next: null });
    expect(week).toEqual(days('05-04', 7).map((day) => ({ day: `2026-${day}`, heardSeconds: 0 })));
    expect(recommended.map(({ id }) => id)).toEqual(['any', 'roof', 'one']);
  });

  describe('counts', () => {
    test('what was listened to: in all, and on each of the last seven days', async () => {
      const ada = await listenerOf(['01-24 1000', '05-04 30', '05-10 200', '05-10 40']);
      const { heardSeconds, days: week } = await content.dashboard(ada, today);
      expect(heardSeconds).toBe(1_270);
      expect(week.map(({ heardSeconds }) => heardSeconds)).toEqual([30, 0, 0, 0, 0, 0, 240]);
    });

    test('sessions that are finished', async () => {
      const ada = await addListener(database);
      for (const id of ['lamp', 'any', 'gone']) await content.finish(ada, id);
      await content.start(ada, 'one');
      expect(await content.dashboard(ada, today)).toMatchObject({ finished: 3 });
    });

    test.each([
      ['up to today', ['05-08 60', '05-09 60', '05-10 60'], 3],
      ['up to yesterday, as long as today may come', ['05-08 60', '05-09 60'], 2],
      ['over the end of a month', days('04-29', 12).map((day) => `${day} 60`), 12],
      ['none, when a day was missed', ['05-07 60', '05-08 60'], 0],
      ['from the last day that was missed', ['05-07 60', '05-09 60', '05-10 60'], 2],
      ['today alone, after a miss', ['05-08 60', '05-10 60'], 1],
      ['of a minute each in all', ['05-09 30', '05-09 30', '05-10 59'], 1],
    ])('days in a row: %s', async (_, heard, streakDays) => {
      expect(await content.dashboard(await listenerOf(heard), today)).toMatchObject({ streakDays });
    });
  });

  describe('has the plan', () => {
    test('of the quiz taken last, with the sessions that the page of the plan names', async () => {
      const ada = await addListener(database, { topics: ['rest'] });
      await addVisit(database.knex, ada.id, ['sleep', 'evening'], new Date(noon.getTime() + 1));
      await grant(ada, '2026-05-09T23:00:00Z');
      const { sessions, ...plan } = (await planOf(ada))!;
      const words = { title: 'sleep', focus: 'Focus on sleep.', practice: 'Practise sleep.' };
      expect(plan).toEqual({ week: 1, weeks: 4, over: false, stage: 'begin', ...words });
      expect(sessions.map(({ id }) => id)).toEqual(['one', 'two', 'three']);
      expect(sessions[0]).toEqual(await content.one(ada, 'one'));
    });

    test.each([
      ['2026-05-10', 1, 'begin', 'sleep', false],
      ['2026-05-16', 1, 'begin', 'sleep', false],
      ['2026-05-17', 2, 'begin', 'evening', false],
      ['2026-05-24', 3, 'deepen', 'sleep', false],
      ['2026-06-06', 4, 'deepen', 'evening', false],
      ['2026-06-07', 4, 'deepen', 'evening', true],
      ['2026-12-24', 4, 'deepen', 'evening', true],
    ])(
      'of the week, counted from the first day of access: on %s it is week %i',
      async (day, week, stage, title, over) => {
        const ada = await addListener(database, { topics: ['sleep', 'evening'] });
        for (const at of ['2026-05-10T20:00:00Z', '2026-05-30T20:00:00Z']) await grant(ada, at);
        content.clock.now = new Date(`${day}T12:00:00Z`);
        expect(await planOf(ada, day)).toMatchObject({ week, stage, title, over });
        content.clock.now = noon;
      },
    );

    test('in its first week where it is still yesterday for the listener', async () => {
      const ada = await addListener(database, { topics: ['sleep'] });
      await grant(ada, '2026-05-10T02:00:00Z');
      expect(await planOf(ada, '2026-05-09')).toMatchObject({ week: 1, over: false });
    });

    test.each([
      // Bought at ten in the evening of the 2nd.
      ['America/New_York', '2026-05-03T02:00:00Z', '2026-05-08', 1],
      ['America/New_York', '2026-05-03T02:00:00Z', '2026-05-09', 2],
      // Bought at two in the morning of the 3rd.
      ['Pacific/Kiritimati', '2026-05-02T12:00:00Z', '2026-05-09', 1],
      ['Pacific/Kiritimati', '2026-05-02T12:00:00Z', '2026-05-10', 2],
      // An hour was left out that night.
      ['Europe/Madrid', '2026-03-28T22:59:00Z', '2026-04-03', 1],
      ['Europe/Madrid', '2026-03-28T22:59:00Z', '2026-04-04', 2],
      // A client that names none.
      [undefined, '2026-05-03T02:00:00Z', '2026-05-09', 1],
      [undefined, '2026-05-03T02:00:00Z', '2026-05-10', 2],
    ])('of the week on the listener’s own calendar: in %s, access since %s, on %s it is week %i', async (...of) => {
      const [timeZone, since, day, week] = of;
      const ada = await addListener(database, { topics: ['sleep', 'evening'] });
      await grant(ada, since);
      content.clock.now = new Date(`${day}T11:00:00Z`);
      expect(await planOf(ada, day, timeZone)).toMatchObject({ week });
      content.clock.now = noon;
    });

    test.each<[string, readonly [at: string, ends?: Ends][], number]>([
      ['back after a year', [['2025-04-20', { ends_at: '2025-05-20' }], ['2026-05-01']], 2],
      ['after a month without', [['2026-03-01', { ends_at: '2026-04-01' }], ['2026-05-08']], 1],
      ['after a refund', [['2026-04-01', { revoked_at: '2026-04-05' }], ['2026-05-08']], 1],
      ['a minute late', [['2026-04-20', { ends_at: '2026-05-08T10:00Z' }], ['2026-05-08T10:01Z']], 3],
      [
        'in the days of grace',
        [['2026-04-20', { ends_at: '2026-05-05', grace_ends_at: '2026-05-08' }], ['2026-05-07']],
        3,
      ],
      ['an overlap', [['2026-04-20', { ends_at: '2026-05-20' }], ['2026-05-08']], 3],
      [
        'a short grant within a long one',
        [['2026-04-20'], ['2026-04-25', { ends_at: '2026-04-26' }], ['2026-05-08']],
        3,
      ],
      [
        'back twice',
        [['2025-01-01', { ends_at: '2025-02-01' }], ['2025-06-01', { ends_at: '2025-07-01' }], ['2026-05-01']],
        2,
      ],
    ])('of the week of the access that runs now without a gap: %s', async (_, grants, week) => {
      const ada = await addListener(database, { topics: ['sleep', 'evening'] });
      for (const [at, ends] of grants) await grant(ada, at, ends);
      expect(await planOf(ada)).toMatchObject({ week, over: false });
    });

    test('not, where the outcome has no topics', async () => {
      expect(await planOf(await addListener(database, { topics: [] }))).toBeNull();
    });
  });

  describe('says what to go on with', () => {
    test('by what was begun and heard last', async () => {
      const ada = await addListener(database);
      for (const id of ['one', 'two', 'three', 'one']) await content.start(ada, id, { position: '5' });
      await content.finish(ada, 'three');
      const { next } = await content.dashboard(ada, today);
      expect(next).toEqual(await content.one(ada, 'one'));
    });

    test('by what fits the quiz, is not finished, and is not named above', async () => {
      const ada = await addListener(database, { topics: ['evening', 'sleep'] });
      await content.finish(ada, 'one');
      await content.start(ada, 'two');
      const { plan, next, recommended } = await content.dashboard(ada, today);
      expect(plan?.sessions.map(({ id }) => id)).toEqual(['roof', 'lamp']);
      expect(next?.id).toBe('two');
      expect(recommended.map(({ id }) => id)).toEqual(['three', 'four', 'any']);
    });
  });

  test('is made by two queries', async () => {
    const ada = await addListener(database, { topics: ['sleep'] });
    content.statements.length = 0;
    await content.dashboard(ada, today);
    expect(content.statements.toSorted()).toEqual(['dashboard-choice', 'dashboard-heard']);
  });

  test('is of the day on the caller’s calendar, which is one from that in UTC at most', async () => {
    const ada = await listenerOf([]);
    const lastDay = async (day?: string) => (await content.dashboard(ada, day)).days.at(-1)?.day;
    expect(await lastDay()).toBe('2026-05-10');
    expect(await lastDay('2026-05-09')).toBe('2026-05-09');
    expect(await lastDay('2026-05-11')).toBe('2026-05-11');
    const errors = [{ field: 'day', code: 'invalid' }];
    for (const day of ['2026-05-08', '2026-05-12', '0000-01-01', 'today'])
      await expect(content.dashboard(ada, day)).rejects.toMatchObject({ code: 'invalid_fields', errors });
  });

  test('is of today in the caller’s time zone, where no day is named', async () => {
    const ada = await listenerOf([]);
    const lastDay = async (timeZone: string) => (await content.dashboard(ada, undefined, timeZone)).days.at(-1)?.day;
    content.clock.now = new Date('2026-05-10T23:00:00Z');
    expect(await lastDay('Pacific/Kiritimati')).toBe('2026-05-11');
    expect(await lastDay('America/New_York')).toBe('2026-05-10');
    content.clock.now = noon;
    const errors = [{ field: 'timeZone', code: 'invalid' }];
    for (const timeZone of ['Atlantis/Poseidonis', 'Europe/Madrid '])
      await expect(content.dashboard(ada, today, timeZone)).rejects.toMatchObject({ code: 'invalid_fields', errors });
  });

  test('is for those whose access lasts', async () => {
    const ada = { ...(await listenerOf([])), accessTo: null };
    await expect(content.dashboard(ada, today)).rejects.toMatchObject({ code: 'no_access' });
  });
});
