import type { Knex } from 'knex';
import type { VisitRead } from './read-visit.ts';
import { limitSources } from './sources.ts';
import { readReturning, readSources, type Decided } from './waiting-slice.ts';

/** What of a visit follows from others. */
export type Decision = Pick<Decided, 'first' | 'source'>;

/** Of each visit whether it is its browser's first, and which `utm_source` it is counted under. */
export async function decide(trx: Knex, visits: readonly VisitRead[]): Promise<ReadonlyMap<string, Decision>> {
  const returning = await readReturning(trx, visits);
  const sources = limitSources(await readSources(trx, visits));
  const browsers = new Set<string>();
  const decisions = new Map<string, Decision>();
  for (const visit of visits.toSorted(byStart)) {
    const browser = `${visit.funnel}\t${visit.seed}`;
    const first = !returning.has(visit.id) && !browsers.has(browser);
    browsers.add(browser);
    decisions.set(visit.id, { first, source: sources.admit(visit) });
  }
  return decisions;
}

function byStart(one: VisitRead, other: VisitRead): number {
  return one.startedAt.getTime() - other.startedAt.getTime() || (one.id < other.id ? -1 : 1);
}
