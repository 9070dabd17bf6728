import { palette } from '../../../content/brand.ts';
import { expect, test } from 'vitest';
import { replayBatches } from '../../../api/events/replay-visits.ts';
import { buildFunnels } from '../../../engine/author/build.ts';
import { simulateLogs } from '../simulated/simulate-logs.ts';
import { redactAnswer } from '../../../engine/run/answer.ts';
import type { PageEvent, PageStart } from '../../../engine/run/page-log.ts';
import { decodeVisit, replayVisit } from '../../../engine/replay/visit-log.ts';
import { realFunnel } from '../../engine/author/real-funnels.ts';
import { buildFunnel } from '../../engine/run/build-funnel.ts';
import { builtOn, dateFunnel, dateTopics } from '../../engine/steps/date-funnel.ts';
import { batchesOf } from '../simulated/batches-of.ts';

const sleep = realFunnel('sleep-issues').funnel;
const older = buildFunnel({
  id: 'letters',
  version: 'aaaaaaaaaaaaaaaa',
  steps: [
    { id: 'welcome', type: 'intro' },
    { id: 'story', type: 'text' },
    { id: 'address', type: 'email' },
    { id: 'end', type: 'info' },
  ],
});
const newer = { ...older, version: 'bbbbbbbbbbbbbbbb' };
const dates = buildFunnels({ colours: palette, files: dateFunnel, topics: dateTopics, today: builtOn }).funnels[0]!
  .funnel;
const flows = new Map([sleep, dates, older, newer].map((funnel) => [funnel.version, funnel]));
const secrets = ['I can’t sleep', 'ana@example.org'] as const;
const id = '019a9d2e-5c00-7c3a-9e5b-0242ac120002';
const receivedAt = new Date();

/** A visit whose pages told this, each in one batch. */
function replay(...pages: readonly (readonly PageEvent[])[]) {
  const batches = pages.map((events, index) => ({
    funnel: older.id,
    visit: id,
    page: index + 1,
    n: 0,
    events,
    count: 1,
    receivedAt,
  }));
  return replayBatches(id, batches, flows)!;
}

function opened(version: string, more: Partial<PageStart> = {}): PageEvent {
  return [0, 'open', { version, locale: 'en', seed: '1', ...more }];
}

test('a visit reads as the visitor made it, and plays again', () => {
  const [from, to] = [Date.now() - 1_000_000, Date.now()];
  for (const log of simulateLogs(sleep, { visits: 30, seed: '4', stay: 0.95, back: 0.1, from, to })) {
    const { visit, outcome, leftAt, steps, goals, locale, source } = log;
    const batches = batchesOf(sleep.id, log).map((batch) => ({ ...batch, count: 1, receivedAt }));
    const replayed = replayBatches(visit, batches, flows)!;
    expect(replayed).toMatchObject({ visit, funnel: sleep.id, locale, source, outcome, at: leftAt, readable: true });
    const shown = replayed.events.flatMap((event) => (event.type === 'step_shown' ? [event.step] : []));
    expect([...new Set(shown)]).toEqual(steps);
    const reached = replayed.events.flatMap((event) => (event.type === 'goal_reached' ? [event.goal] : []));
    expect(reached.sort()).toEqual([...goals].sort());
    const [code, ...others] = replayed.stretches.map((stretch) => decodeVisit(stretch.code));
    expect(others).toEqual([]);
    const last = code?.ok && replayVisit(sleep, code.log).at(-1)!;
    expect(last).toMatchObject({ value: leftAt ?? 'finished' });
  }
});

/** A visit of the funnel with dates, on another day than the one that it was built on. */
function visitWithDates(birthday: string, lastNight: string, next: string): PageEvent[][] {
  const today = '2027-02-03';
  return [
    [opened(dates.version, { today }), [900, 'next', 'welcome']],
    [[9_000, 'answer', 'birthday', redactAnswer(dates.steps[1], birthday, today)]],
    [
      [
        19_000,
        ...(lastNight
          ? (['answer', next, redactAnswer(dates.steps[3], lastNight, today)] as const)
          : (['next', next] as const)),
      ],
    ],
  ];
}

test('visits that dates decide read as the visitors made them', () => {
  const [from, to] = [Date.now() - 1_000_000, Date.now()];
  const outcomes = new Set<string | null>();
  for (const log of simulateLogs(dates, { visits: 60, seed: '7', stay: 0.95, back: 0.2, from, to })) {
    const { visit, outcome, leftAt, steps } = log;
    const batches = batchesOf(dates.id, log).map((batch) => ({ ...batch, count: 1, receivedAt }));
    const replayed = replayBatches(visit, batches, flows)!;
    expect(replayed).toMatchObject({ outcome, at: leftAt, readable: true });
    const shown = replayed.events.flatMap((event) => (event.type === 'step_shown' ? [event.step] : []));
    expect([...new Set(shown)]).toEqual(steps);
    outcomes.add(outcome);
  }
  expect([...outcomes]).toEqual(expect.arrayContaining(['young', 'rested', 'tired']));
});

test('a visit is replayed on its own day, not on the day of the build or of the replay', () => {
  const replayed = (birthday: string, lastNight: string, next: string) =>
    replayBatches(
      id,
      visitWithDates(birthday, lastNight, next).map((events, n) => {
        return { funnel: dates.id, visit: id, page: 1, n, events, count: 1, receivedAt };
      }),
      flows,
    )!;
  expect(replayed('1989-12-31', '2027-02-02', 'last_night')).toMatchObject({ readable: true, outcome: 'rested' });
  expect(replayed('1989-12-31', '2027-02-01', 'last_night')).toMatchObject({ readable: true, outcome: 'tired' });
  // More than 6574 days before that day, and as many.
  expect(replayed('2009-02-02', '', 'parents')).toMatchObject({ readable: false, outcome: 'tired' });
  expect(replayed('2009-02-03', '', 'parents')).toMatchObject({ readable: true, outcome: 'young' });
  const { stretches, events } = replayed('2009-05-06', '', 'parents');
  expect(JSON.stringify(events)).not.toContain('2009-05-06');
  const code = decodeVisit(stretches[0]!.code);
  expect(code).toMatchObject({ ok: true, log: { input: { today: '2027-02-03' } } });
  expect(code.ok && replayVisit(dates, code.log).at(-1)!.output).toMatchObject({ outcome: 'young' });
});

test('each page plays on the version that it ran on', () => {
  const saved = { version: older.version, at: 'story', answers: {}, counter: 0, goals: [] };
  const first: PageEvent[] = [opened(older.version), [900, 'next', 'welcome']];
  const replayed = replay(first, [opened(newer.version, { saved }), [50, 'back', 'story']]);
  expect(replayed).toMatchObject({ readable: true, at: 'welcome' });
  expect(replayed.stretches.map(({ version }) => version)).toEqual([older.version, newer.version]);
});

test('where a version is not known, or something was not taken, that is said', () => {
  const unknown = replay([opened('cccccccccccccccc'), [900, 'next', 'welcome']]);
  expect(unknown).toMatchObject({ readable: false, at: null, events: [], stretches: [] });
  expect(replay([opened(older.version), [900, 'answer', 'story', '•']])).toMatchObject({
    readable: false,
    at: 'welcome',
  });
  expect(replayBatches(id, [], flows)).toBeUndefined();
});

test('what people wrote is never shown, even where it was stored', () => {
  const answers = { story: secrets[0], address: secrets[1] };
  const saved = { version: older.version, at: 'end', answers, counter: 2, goals: [] };
  const first: PageEvent[] = [
    opened(older.version),
    [1, 'next', 'welcome'],
    [2, 'answer', 'story', secrets[0]],
    [3, 'answer', 'address', secrets[1]],
  ];
  const replayed = replay(first, [opened(older.version, { saved }), [9, 'next', 'end']]);
  expect(replayed).toMatchObject({ readable: true, outcome: 'only' });
  expect(replayed.stretches).toHaveLength(1);
  const all = JSON.stringify([replayed, ...replayed.stretches.map(({ code }) => decodeVisit(code))]);
  for (const secret of secrets) expect(all).not.toContain(secret);
  expect(all).toContain('•');
});
