import type { EventBatch } from '../../../api/events/batches.ts';
import { simulateLogs } from './simulate-logs.ts';
import type { CompiledFunnel } from '../../../engine/model.ts';
import { batchesOf } from './batches-of.ts';
import type { ExpectedFigures } from './expected-figures.ts';
import { saleOf } from './sales.ts';
import { batchesOfServer, type SoldVisit } from './store-visits.ts';

/** What came on one day, UTC. */
export interface SimulatedDay {
  readonly end: Date;
  readonly batches: readonly EventBatch[];
  /** Those who bought. */
  readonly sold: readonly SoldVisit[];
}

interface SimulateDaysInput {
  readonly visits: number;
  readonly days: number;
  /** Milliseconds since 1970; visits begin in the days before. */
  readonly until: number;
  readonly seed: string;
}

const dayMilliseconds = 24 * 3_600_000;

/** Simulated visits day by day, with what became of them afterwards; each is added to what a report has to say. */
export function* simulateDays(
  funnel: CompiledFunnel,
  { visits, days, until, seed }: SimulateDaysInput,
  expected: ExpectedFigures,
): Iterable<SimulatedDay> {
  const input = { visits, seed, stay: 0.97, back: 0.03, from: until - days * dayMilliseconds, to: until };
  let [batches, sold]: [EventBatch[], SoldVisit[]] = [[], []];
  let end = endOfDay(input.from);
  for (const log of simulateLogs(funnel, input)) {
    if (log.startedAt >= end) {
      yield { end: new Date(end), batches, sold };
      [batches, sold] = [[], []];
      end = endOfDay(log.startedAt);
    }
    const visit = { log, sale: saleOf(log) };
    expected.add(log, visit.sale);
    batches.push(...batchesOf(funnel.id, log), ...batchesOfServer(funnel.id, visit));
    if (visit.sale.paid) sold.push(visit);
  }
  yield { end: new Date(end), batches, sold };
}

function endOfDay(time: number): number {
  return (Math.floor(time / dayMilliseconds) + 1) * dayMilliseconds;
}
