import { expect } from 'vitest';
import type { EventBatch } from '../../../api/events/batches.ts';
import type { ArrivedBatch } from '../../../api/events/event-store.ts';
import { readCountName, type CountName, type Counts } from '../../../api/events/counting/counts.ts';
import type { Random } from '../../../engine/author/random.ts';
import { simulateLogs, type SimulatedLog } from '../simulated/simulate-logs.ts';
import { tallyVisits } from '../../../engine/author/simulate/simulate-visits.ts';
import { quiz } from './counted-quiz.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Of browsers of which some come again, with Back and reloads. */
export function simulate(seed: string, visits: number): readonly SimulatedLog[] {
  const now = Date.now();
  return [...simulateLogs(quiz, { visits, seed, stay: 0.9, back: 0.1, from: now - 3 * day, to: now })];
}

/** Batches of one to four events, some of them twice, in any order, a few at a time. */
export function deliveries(logs: readonly SimulatedLog[], random: Random): readonly (readonly EventBatch[])[] {
  const batches = logs.flatMap((log) => batchesOf(log, random));
  const twice = batches.flatMap((batch) => (random.next() < 0.2 ? [batch, batch] : [batch]));
  const left = shuffle(twice, random);
  const parts: EventBatch[][] = [];
  while (left.length) parts.push(left.splice(0, 1 + random.below(60)));
  return parts;
}

/** Batches of one to four events. */
export function batchesOf({ visit, pages }: SimulatedLog, random: Random): readonly EventBatch[] {
  const batches: EventBatch[] = [];
  for (const { page, events } of pages) {
    const left = [...events];
    for (let n = 0; left.length; n++) {
      batches.push({ funnel: quiz.id, visit, page, n, events: left.splice(0, 1 + random.below(4)) });
    }
  }
  return batches;
}

/** A batch for each event of the first page. */
export function oneByOne({ visit, pages: [page] }: SimulatedLog): readonly EventBatch[] {
  return page!.events.map((event, n) => ({ funnel: quiz.id, visit, page: page!.page, n, events: [event] }));
}

/**
 * When batches came, the same for each whenever it is asked: of a third of the visits as their browsers' clocks say, of the
 * others up to three hours earlier or ten days later, across the borders of what is believed.
 */
export function arrivalsOf(random: Random): (batch: EventBatch) => ArrivedBatch {
  const offsets = new Map<string, number>();
  return (batch) => {
    const { visit, page, n } = batch;
    const hours = offsets.get(visit) ?? [0, -3 * random.next(), 240 * random.next()][random.below(3)]!;
    offsets.set(visit, hours);
    const began = Number.parseInt(visit.slice(0, 8) + visit.slice(9, 13), 16) + Math.round(hours * hour);
    // What the server reports has an hour alone.
    return { ...batch, receivedAt: new Date(page === 0 ? began - (began % hour) : began + (page % hour) + n * 1_000) };
  };
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const keys = new Map(items.map((item) => [item, random.next()]));
  return items.toSorted((one, other) => keys.get(one)! - keys.get(other)!);
}

/** The counts say what the simulator says of the visits, which knows nothing of batches and replays. */
export function expectTally(counted: readonly { readonly counts: Counts }[], logs: readonly SimulatedLog[]): void {
  const rows = counted.map(({ counts }) => counts);
  const sum = (...wanted: CountName) => {
    const name = wanted.join('\t');
    return rows.reduce((all, counts) => all + (counts[name] ?? 0), 0);
  };
  const tally = tallyVisits(quiz, logs);
  expect(sum('visits')).toBe(tally.visitors);
  expect(sum('visitors')).toBe(new Set(logs.map(({ seed }) => seed)).size);
  expect(sum('unreadable')).toBe(0);
  expect(sum('finished')).toBe(tally.finished);
  for (const { id, shown, left } of tally.steps)
    expect([id, sum('shown', id), sum('left', id)]).toEqual([id, shown, left]);
  for (const { id, visitors } of tally.outcomes) expect([id, sum('outcome', id)]).toEqual([id, visitors]);
  const goals = rows
    .flatMap((counts) => Object.keys(counts))
    .map(readCountName)
    .flatMap(([kind, goal]) => (kind === 'goal' ? goal : []));
  const reached = logs.flatMap((log) => log.goals);
  expect(new Set(goals)).toEqual(new Set(reached));
  for (const goal of new Set(reached)) expect(sum('goal', goal)).toBe(reached.filter((each) => each === goal).length);
}
