import type { EventBatch } from '../../../api/events/batches.ts';
import type { CountedVisits, EventStore } from '../../../api/events/event-store.ts';
import type { SimulatedLog } from '../simulated/simulate-logs.ts';
import { quiz } from './counted-quiz.ts';

/** What the server reports of visits: sign-ups, and payments of every other one. */
export function reportedOf(logs: readonly SimulatedLog[]): readonly EventBatch[] {
  return logs.flatMap(({ visit }, place) => {
    const signUp: EventBatch = { funnel: quiz.id, visit, page: 0, n: 1, events: [[0, 'sign_up']] };
    const payment: EventBatch = { funnel: quiz.id, visit, page: 0, n: 2, events: [[0, 'payment', { plan: 'basic' }]] };
    return place % 2 === 0 ? [signUp, payment] : [signUp];
  });
}

export async function countAll(events: EventStore): Promise<void> {
  while ((await events.count({ limit: 100 })) > 0);
}

/** All that can be asked of what is counted. */
export async function readAll(events: EventStore, logs: readonly SimulatedLog[]) {
  const rows: CountedVisits[] = [];
  const converted = await events.readCounted(quiz.id, { from: null, to: null, without: null }, (row) => rows.push(row));
  // The days in the middle left out.
  const [, ...between] = [...new Set(rows.map(({ day }) => day))].toSorted();
  const without = between.length > 1 ? { from: between[0]!, to: between.at(-2)! } : null;
  const others: CountedVisits[] = [];
  const period = { from: null, to: null, without };
  const convertedOthers = await events.readCounted(quiz.id, period, (row) => others.push(row));
  const ids = logs.map(({ visit }) => visit);
  const reported = await events.readReported(ids);
  return {
    rows: rows.toSorted(byKey),
    converted: converted.toSorted(byKey),
    others: others.toSorted(byKey),
    convertedOthers: convertedOthers.toSorted(byKey),
    origins: (await events.readOrigins(quiz.id, ids)).toSorted(byKey),
    last: await events.listLast(quiz.id, 20),
    visits: await events.countVisits(),
    reported: ids.map((id) => reported.get(id)?.map(({ page, n, count, events: own }) => ({ page, n, count, own }))),
  };
}

function byKey(one: object, other: object): number {
  const [a, b] = [one, other].map((row) => JSON.stringify({ ...row, counts: null }, Object.keys(row).toSorted()));
  return a! < b! ? -1 : 1;
}

export function sumOf(rows: readonly CountedVisits[], name: string): number {
  return rows.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);
}
