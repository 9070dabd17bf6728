import { keysOfNumbers, nameOfCount, readCountName, timeAtShare } from '../events/counting/counts.ts';
import { countWithinBudget } from '../events/counting/sparing-count.ts';
import type { ConvertedVisitors, EventStore } from '../events/event-store.ts';
import { countNotRecorded } from '../events/not-recorded.ts';
import { isInPeriod, type Period } from '../events/period.ts';
import { createPostgresEvents } from '../events/postgres/postgres-events.ts';
import type { Database } from '../platform/db/database.ts';
import { readCopy, type Replica } from '../platform/db/replica.ts';
import {
  addSums,
  arrangeGroups,
  compare,
  createSums,
  type Figures,
  figuresOf,
  reportGroupsOf,
  type CountsByName,
  type StepFigures,
  type SummedCounts,
  type Sums,
} from './counts.ts';
import { createHistory, type History, readVersions } from './history.ts';
import type { DayReport, GroupReport, LeadsReport, Report, ReportQuery, Revenue, StepReport } from './report.ts';
import { countLeads, type Paid, readPaid, sumRevenue } from './revenue.ts';
import { experimentReport, type ExperimentReport, type VariantCount } from './statistics/experiments.ts';
import type { CompiledExperiment, CompiledFunnel, CompiledStep } from '../../engine/model.ts';

/** Where a report takes its figures from: what visitors did, and what was published and paid. */
export interface ReportSources extends Readable {
  /** Read instead, once what waits is counted. */
  readonly replica?: Replica | undefined;
}

interface Readable {
  readonly database: Database;
  readonly events: EventStore;
}

/** Reads what is known of what visitors did and paid, from the replica where there is one that answers. */
export function readFromCopy<T>(
  { database, events, replica }: ReportSources,
  read: (sources: Readable, knownAt: Date) => Promise<T>,
): Promise<T> {
  return readCopy({ database, replica }, (known, knownAt) => {
    const isThere = known !== database && replica?.hasEvents;
    return read({ database: known, events: isThere ? createPostgresEvents(known) : events }, knownAt);
  });
}

/**
 * What is known of the visits of a funnel that started in the period, under the names of the given version. Everything
 * that was reported until now is counted first, unless that takes longer than two seconds; then it is counted later.
 */
export async function computeReport(
  sources: ReportSources,
  funnel: CompiledFunnel,
  query: ReportQuery,
): Promise<Report> {
  await countWithinBudget(sources.events);
  const stored = await readFromCopy(sources, (known, knownAt) =>
    readStored(known, knownAt, { funnel: funnel.id, query }),
  );
  const history = createHistory(funnel, stored.versions);
  const all = figuresOf(stored.counts.all, history);
  const present: Present = { funnel, history, all };
  return {
    ...query,
    funnel: funnel.id,
    version: funnel.version,
    madeAt: stored.knownAt.toISOString(),
    all: describeGroup(all, sumRevenue(stored.revenue), present),
    groups: describeGroups(stored, query, present),
    days: describeDays(stored.counts.days, query),
    experiments: describeExperiments(funnel, { ...stored, sums: stored.counts.all, history }),
    leads: describeLeads(funnel, stored.leads),
    notRecorded: stored.notRecorded,
  };
}

/** The version that visitors get now is among them, if it asks for leads. */
function describeLeads({ version, steps }: CompiledFunnel, counted: readonly LeadsReport[]): readonly LeadsReport[] {
  const isMissing = steps.some((step) => 'lead' in step) && counted.every((each) => each.version !== version);
  return isMissing ? [{ version, leads: 0 }, ...counted] : counted;
}

interface Stored extends Paid {
  readonly knownAt: Date;
  readonly counts: SummedCounts;
  readonly converted: readonly ConvertedVisitors[];
  readonly leads: readonly LeadsReport[];
  readonly notRecorded: number;
  readonly versions: readonly CompiledFunnel[];
}

/** What visits did, as it is at one moment; what they led to, as it is while they are looked up by pages of payments. */
async function readStored(
  { database, events }: Readable,
  knownAt: Date,
  { funnel, query }: { readonly funnel: string; readonly query: ReportQuery },
): Promise<Stored> {
  const { sums: counts, add } = createSums(query.by);
  const converted = await events.readCounted(funnel, query, add);
  return {
    knownAt,
    counts,
    converted,
    ...(await readPaid({ database, events }, funnel, query)),
    leads: await countLeads(database.knex, funnel, query),
    notRecorded: await countNotRecorded(database.knex, funnel, query),
    versions: await readVersions(database.knex, funnel),
  };
}

function describeGroups({ counts, revenue }: Stored, { by }: ReportQuery, present: Present): Report['groups'] {
  if (by === null) return [];
  const visits = new Map([...counts.groups].map(([name, sums]) => [name, visitsOf(sums)]));
  return arrangeGroups(visits, by).map(({ name, of }): GroupReport & { name: string } => {
    const sums: Sums = new Map();
    for (const part of of) addSums(sums, counts.groups.get(part)!);
    const paid = revenue.filter((row) => reportGroupsOf(row, by).some((group) => of.includes(group)));
    return { name, ...describeGroup(figuresOf(sums, present.history), sumRevenue(paid), present) };
  });
}

function visitsOf(sums: Sums): number {
  return [...sums.values()].reduce((sum, counts) => sum + (counts.get('visits') ?? 0), 0);
}

const dayMilliseconds = 86_400_000;

/** The sums of each day (`Report.days`). */
function describeDays(days: SummedCounts['days'], period: Period): readonly DayReport[] {
  const known = [...days.keys()].toSorted();
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const length = (Date.parse(last) - Date.parse(first)) / dayMilliseconds + 1;
  const all = Array.from({ length }, (_, index) => {
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
  return all.filter(({ day }) => isInPeriod(day, period));
}

interface Known extends Pick<Stored, 'converted' | 'sold' | 'brought'> {
  readonly sums: Sums;
  readonly history: History;
}

/** What is known of the experiments of the funnel, and of earlier ones that visitors of the period have met. */
function describeExperiments(funnel: CompiledFunnel, known: Known): readonly ExperimentReport[] {
  const present = new Map(funnel.experiments.map(({ name, variants }) => [name, variants.map(({ name }) => name)]));
  const met = readMet(known.sums);
  const names = [...new Set([...present.keys(), ...[...met.keys()].toSorted()])];
  return names.map((name) => {
    const own = present.get(name) ?? [];
    const seen = met.get(name) ?? new Set();
    const order = [...new Set([...known.history.variants(name), ...seen])];
    const variants = order.filter((variant) => own.includes(variant) || seen.has(variant));
    return experimentReport(
      name,
      variants.map((variant) => countVariant(known, name, variant)),
    );
  });
}

/** The variants that visitors have met, by experiment. */
function readMet(sums: Sums): ReadonlyMap<string, ReadonlySet<string>> {
  const met = new Map<string, Set<string>>();
  for (const counts of sums.values())
    for (const [text, count] of counts) {
      const name = readCountName(text);
      if (name[0] !== 'met' || count === 0) continue;
      met.set(name[1], (met.get(name[1]) ?? new Set()).add(name[2]));
    }
  return met;
}

function countVariant(known: Known, experiment: string, variant: string): VariantCount {
  const { sums, converted, sold, brought, history } = known;
  const isOfVariant = (each: Pick<ConvertedVisitors, 'experiment' | 'variant'>) =>
    each.experiment === experiment && each.variant === variant;
  const row = converted.find(isOfVariant);
  let [visitors, finished, expected] = [0, 0, 0];
  // In one order, or fractions would come to another sum.
  for (const [version, counts] of [...sums].toSorted(([one], [other]) => compare(one, other))) {
    visitors += counts.get(nameOfCount(['met', experiment, variant])) ?? 0;
    finished += counts.get(nameOfCount(['met_finished', experiment, variant])) ?? 0;
    const described = history.version(version)?.experiments.find(({ name }) => name === experiment);
    if (described) expected += metOf(counts, experiment) * shareOf(described, variant);
  }
  return {
    name: variant,
    visitors,
    expected,
    converted: { finished, sign_up: row?.signedUp ?? 0, purchase: row?.bought ?? 0 },
    sales: sold.filter(isOfVariant).map(({ plan, amount, currency, count }) => ({ plan, amount, currency, count })),
    revenue: brought.filter(isOfVariant).map(({ currency, sum, squares }) => ({ currency, sum, squares })),
  };
}

/** Visitors of one version who met the experiment, whichever variant. */
function metOf(counts: ReadonlyMap<string, number>, experiment: string): number {
  const beginning = nameOfCount(['met', experiment, '']);
  return [...counts].reduce((sum, [name, count]) => sum + (name.startsWith(beginning) ? count : 0), 0);
}

/** The part of the visitors who get a variant, by the weights. */
function shareOf({ variants }: CompiledExperiment, name: string): number {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  return (variants.find((variant) => variant.name === name)?.weight ?? 0) / total;
}

/** The report of visits that have something in common. */
function describeGroup(figures: Figures, revenue: readonly Revenue[], present: Present): GroupReport {
  const { funnel, all } = present;
  const total = (name: string): number => figures.totals.get(name) ?? 0;
  const outcomes = namesOf(
    funnel.outcomes.map(({ id }) => id),
    all.outcomes,
  );
  return {
    visitors: total('visitors'),
    visits: total('visits'),
    finished: total('finished'),
    signUps: total('sign_ups'),
    purchases: total('purchases'),
    revenue,
    steps: describeSteps(figures, present),
    outcomes: outcomes.map((id) => ({ id, visits: figures.outcomes.get(id) ?? 0 })),
    goals: namesOf(goalsOf(funnel), all.goals).map((name) => ({ name, visits: figures.goals.get(name) ?? 0 })),
    unreadable: total('unreadable'),
  };
}

/** In the order in which visits reach them. */
function goalsOf({ goals, steps }: CompiledFunnel): readonly string[] {
  const names = [goals.start, ...steps.map(({ goal }) => goal), goals.finish];
  return [...new Set(names.filter((name) => name !== undefined))];
}

const nothing: StepFigures = { shown: 0, left: 0, answers: new Map(), ways: new Map(), times: new Map() };

/** The steps of the funnel in its order; after them those that visits of earlier versions came by. */
function describeSteps(figures: Figures, { funnel, history, all }: Present): readonly StepReport[] {
  const order = namesOf(
    funnel.steps.map(({ id }) => id),
    new Map([...all.steps].map(([id, { shown }]) => [id, shown])),
  );
  return order.map((id) => {
    const { shown, left, answers, ways, times } = figures.steps.get(id) ?? nothing;
    const step = history.findStep(id);
    return {
      id,
      type: step?.type ?? 'info',
      shown,
      left,
      time: timeOf(times),
      answers: describeAnswers(step, { answers, ofAll: all.steps.get(id)?.answers ?? answers }),
      ways: describeTransitions(ways, order),
    };
  });
}

function timeOf(times: CountsByName): StepReport['time'] {
  const buckets = Object.fromEntries(times);
  const [median, p90] = [timeAtShare(buckets, 0.5), timeAtShare(buckets, 0.9)];
  return median === null || p90 === null ? null : { median, p90 };
}

/** In the order of the steps; the end comes last. */
function describeTransitions(ways: CountsByName, order: readonly string[]): StepReport['ways'] {
  return [...order, '']
    .filter((to) => (ways.get(to) ?? 0) > 0)
    .map((to) => ({ to: to === '' ? null : to, visits: ways.get(to)! }));
}

interface Answered {
  readonly answers: CountsByName;
  /** Of all visits of the period. */
  readonly ofAll: CountsByName;
}

/** The options of a step, or the values of a number, each with the visits that chose it; null of other types. */
function describeAnswers(step: CompiledStep | undefined, { answers, ofAll }: Answered): StepReport['answers'] {
  const keys = step && keysOf(step, ofAll);
  return keys?.map((key) => ({ key, visits: answers.get(key) ?? 0 })) ?? null;
}

function keysOf(step: CompiledStep, ofAll: CountsByName): readonly string[] | null {
  if ('options' in step)
    return namesOf(
      step.options.map(({ key }) => key),
      ofAll,
    );
  if (!('step' in step)) return null;
  // Earlier versions may have had other values or ranges.
  return [...new Set([...keysOfNumbers(step), ...ofAll.keys()])].toSorted(
    (one, other) => Number.parseFloat(one) - Number.parseFloat(other) || (one < other ? -1 : 1),
  );
}

/** The funnel that a report is about, as visitors get it now. */
interface Present {
  readonly funnel: CompiledFunnel;
  readonly history: History;
  /** Of all visits of the period: what is named in it is named for each group. */
  readonly all: Figures;
}

/** What there is now, in its order, and after it what there was: nothing that was counted disappears. */
function namesOf(present: readonly string[], numbers: CountsByName): readonly string[] {
  const counted = [...numbers].flatMap(([name, count]) => (count > 0 ? [name] : []));
  return [...present, ...counted.filter((name) => !present.includes(name)).toSorted()];
}
