import { afterEach, describe, expect, test } from 'vitest';
import {
  type ContentItem,
  type Dashboard,
  type ListeningProgress,
  sessionAfter,
} from '../../../web/pages/cabinet/content.ts';
import {
  accessEnd,
  day,
  heardMinutes,
  localDay,
  minutesLeft,
  partOfDay,
  type Extent,
} from '../../../web/pages/cabinet/times.ts';
import { changesDashboard, dashboardWithProgress } from '../../../web/pages/cabinet/progress.ts';

describe('the day on the visitor’s calendar', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  test.each([
    ['Europe/Madrid', '2026-11-20T22:59:59Z', '2026-11-20'],
    ['Europe/Madrid', '2026-11-20T23:00:00Z', '2026-11-21'],
    ['America/Los_Angeles', '2026-01-01T07:59:59Z', '2025-12-31'],
    ['Pacific/Kiritimati', '2025-12-31T10:00:00Z', '2026-01-01'],
    // The hour after midnight is skipped there as summer time begins.
    ['Africa/Cairo', '2026-04-23T21:59:59Z', '2026-04-23'],
    ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-24'],
    // It comes twice in Madrid as summer time ends, on the same day.
    ['Europe/Madrid', '2026-10-25T00:30:00Z', '2026-10-25'],
    ['Europe/Madrid', '2026-10-25T01:30:00Z', '2026-10-25'],
  ])('in %s at %s is %s', (timeZone, instant, day) => {
    process.env['TZ'] = timeZone;
    expect(localDay(new Date(instant))).toBe(day);
  });
});

test.each([
  [4, 'night'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [18, 'afternoon'],
  [19, 'evening'],
  [21, 'evening'],
  [22, 'night'],
  [0, 'night'],
])('at %i people greet as in the %s', (hour, part) => {
  expect(partOfDay(new Date(2026, 10, 21, hour, 59))).toBe(part);
});

const left = (status: Extent['status'], positionSeconds: number) =>
  minutesLeft({ status, durationSeconds: 1200, positionSeconds });

test('any listening counts as a minute, and nothing takes less than one', () => {
  expect([0, 1, 89, 90, 3600].map(heardMinutes)).toEqual([0, 1, 1, 2, 60]);
  expect([left('in_progress', 600), left('in_progress', 1199)]).toEqual([10, 1]);
  expect([left('not_started', 0), left('finished', 600)]).toEqual([20, 20]);
});

const item = (id: string) => ({ id, status: 'not_started', positionSeconds: 0 }) as ContentItem;
const progress = (id: string, status: ListeningProgress['status']) =>
  ({ id, status, positionSeconds: 60 }) as ListeningProgress;

describe('progress', () => {
  const dashboard = {
    plan: { sessions: [item('a'), item('b')] },
    next: item('a'),
    recommended: [item('b')],
  } as unknown as Dashboard;

  test('is shown wherever its session stands', () => {
    const { plan, next, recommended } = dashboardWithProgress(dashboard, progress('b', 'in_progress'));
    expect([next, ...plan!.sessions, ...recommended].map((each) => each!.positionSeconds)).toEqual([0, 0, 60, 60]);
    expect(dashboardWithProgress({ ...dashboard, plan: null, next: null }, progress('a', 'finished')).next).toBeNull();
  });

  test('reloads the dashboard where there is something else to go on with', () => {
    expect(changesDashboard(dashboard, progress('a', 'in_progress'))).toBe(false);
    expect(changesDashboard(dashboard, progress('b', 'in_progress'))).toBe(true);
    expect(changesDashboard(dashboard, progress('a', 'finished'))).toBe(true);
    expect(changesDashboard(dashboard, progress('b', 'finished'))).toBe(false);
  });
});

describe('what follows a session', () => {
  const finished = (id: string): ContentItem => ({ ...item(id), status: 'finished' });
  const after = (id: string, fields: { sessions?: ContentItem[]; over?: boolean; others?: ContentItem[] } = {}) => {
    const { sessions = [item('a'), item('b'), item('c')], over = false, others = [item('d')] } = fields;
    const offer = sessionAfter({ plan: { week: 2, over, sessions }, recommended: others } as unknown as Dashboard, id);
    return offer && [offer.item.id, offer.week];
  };

  test.each([
    ['is the next of the week', after('a'), ['b', 2]],
    ['is the first of the week after its last', after('c'), ['a', 2]],
    ['passes over what is finished', after('a', { sessions: [item('a'), finished('b'), item('c')] }), ['c', 2]],
    ['is the first of the week after one that is not of it', after('x'), ['a', 2]],
    [
      'is what else suits where the week is finished',
      after('a', { sessions: [item('a'), finished('b')] }),
      ['d', null],
    ],
    ['is what else suits once the weeks are over', after('a', { over: true }), ['d', null]],
    ['is nothing where all is finished', after('d', { sessions: [] }), null],
  ])('%s', (_, offered, expected) => {
    expect(offered).toEqual(expected);
  });
});

test('day and month of a date stay on one line', () => {
  expect(day('2026-11-21T12:00:00Z', 'en')).toBe('November\u00A021, 2026');
  expect(accessEnd(new Date('2026-11-21T12:00:00Z'), 'es')).toBe('21\u00A0de\u00A0noviembre de 2026');
});
