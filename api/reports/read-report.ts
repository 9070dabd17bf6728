import { countForAWhile } from '../events/counting/count-waiting.ts';
import type { Database } from '../platform/db/database.ts';
import { addSums, arrangeGroups, figuresOf, groupsOf, sumCounts, type SummedCounts, type Sums } from './counts.ts';
import { describeExperiments } from './describe-experiments.ts';
import { describeGroup } from './describe-group.ts';
import { createHistory, readVersions } from './history.ts';
import type { Present } from './describe-group.ts';
import type { DayReport, GroupReport, Report, ReportQuery } from './report.ts';
import { type ConvertedRow, readConverted, readRevenue, type RevenueRow, sumRevenue } from './revenue.ts';
import type { CompiledFunnel } from '../../engine/model.ts';

/**
 * What is known of the visits of a funnel that started in the period, under the names of the given version. Everything
 * that was told until now is counted first, unless that takes longer than two seconds; then it is counted later.
 */
export async function readReport(database: Database, funnel: CompiledFunnel, query: ReportQuery): Promise<Report> {
  await countForAWhile(database);
  const stored = await readStored(database, funnel.id, query);
  const history = createHistory(funnel, stored.versions);
  const all = figuresOf(stored.counts.all, history);
  const present: Present = { funnel, history, all };
  return {
    ...query,
    funnel: funnel.id,
    version: funnel.version,
    madeAt: stored.now.toISOString(),
    all: describeGroup(all, sumRevenue(stored.revenue), present),
    groups: describeGroups(stored, query, present),
    days: describeDays(stored.counts.days),
    experiments: describeExperiments(funnel, { sums: stored.counts.all, converted: stored.converted, history }),
  };
}

interface Stored {
  readonly now: Date;
  readonly counts: SummedCounts;
  readonly revenue: readonly RevenueRow[];
  readonly converted: readonly ConvertedRow[];
  readonly versions: readonly CompiledFunnel[];
}

/** All as it is at one moment. */
function readStored({ knex }: Database, funnel: string, query: ReportQuery): Promise<Stored> {
  return knex.transaction(
    async (transaction) => {
      const { rows } = (await transaction.raw('SELECT now()')) as { readonly rows: readonly { readonly now: Date }[] };
      return {
        now: rows[0]!.now,
        counts: await sumCounts(transaction, funnel, query),
        revenue: await readRevenue(transaction, funnel, query),
        converted: await readConverted(transaction, funnel, query),
        versions: await readVersions(transaction, funnel),
      };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

function describeGroups({ counts, revenue }: Stored, { by }: ReportQuery, present: Present): Report['groups'] {
  if (by === null) return [];
  const visits = new Map([...counts.groups].map(([name, sums]) => [name, visitsOf(sums)]));
  return arrangeGroups(visits, by).map(({ name, of }): GroupReport & { name: string } => {
    const sums: Sums = new Map();
    for (const part of of) addSums(sums, counts.groups.get(part)!);
    const paid = revenue.filter((row) => groupsOf(row, by).some((group) => of.includes(group)));
    return { name, ...describeGroup(figuresOf(sums, present.history), sumRevenue(paid), present) };
  });
}

function visitsOf(sums: Sums): number {
  return [...sums.values()].reduce((sum, counts) => sum + (counts.get('visits') ?? 0), 0);
}

const dayMilliseconds = 86_400_000;

/** The sums of each day (`Report.days`). */
function describeDays(days: SummedCounts['days']): readonly DayReport[] {
  const known = [...days.keys()].toSorted();
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const length = (Date.parse(last) - Date.parse(first)) / dayMilliseconds + 1;
  return Array.from({ length }, (_, index) => {
    const day = new Date(Date.parse(first) + index * dayMilliseconds).toISOString().slice(0, 10);
    const total = (name: string): number => days.get(day)?.get(name) ?? 0;
    return {
      day,
      visitors: total('visitors'),
      visits: total('visits'),
      finished: total('finished'),
      signUps: total('sign_ups'),
      purchases: total('purchases'),
    };
  });
}
