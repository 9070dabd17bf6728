import { readCountName } from '../events/counting/counts.ts';
import type { CountedVisits } from '../events/event-store.ts';
import type { History } from './history.ts';
import type { ReportGroup } from './report.ts';

/** Sums of counts, by the version that visits ran on and by name (`CountName`). */
export type Sums = Map<string, Map<string, number>>;

/** What is counted of the visits of a period. */
export interface SummedCounts {
  readonly all: Sums;
  /** By group (`reportGroupsOf`); empty where nothing is asked for. */
  readonly groups: ReadonlyMap<string, Sums>;
  /** By day; only of what has no place, such as `visits`. */
  readonly days: ReadonlyMap<string, Map<string, number>>;
}

/** Sums up what is counted of visits, as `add` gets it. */
export function createSums(by: ReportGroup | null) {
  const all: Sums = new Map();
  const groups = new Map<string, Sums>();
  const days = new Map<string, Map<string, number>>();
  const add = ({ version, day, counts, ...shared }: CountedVisits): void => {
    const named = Object.entries(counts);
    addCounts(all, version, named);
    for (const name of by === null ? [] : reportGroupsOf(shared, by)) addCounts(entryOf(groups, name), version, named);
    const ofDay = entryOf(days, day);
    for (const [name, count] of named) if (!name.includes('\t')) ofDay.set(name, (ofDay.get(name) ?? 0) + count);
  };
  return { sums: { all, groups, days } satisfies SummedCounts, add };
}

/** Adds sums to others. */
export function addSums(sums: Sums, more: Sums): void {
  for (const [version, counts] of more) addCounts(sums, version, counts);
}

function addCounts(sums: Sums, version: string, counts: Iterable<readonly [name: string, count: number]>): void {
  const own = entryOf(sums, version);
  for (const [name, count] of counts) own.set(name, (own.get(name) ?? 0) + count);
}

function entryOf<Value>(map: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = map.get(key);
  if (known) return known;
  const made = new Map<string, Value>();
  map.set(key, made);
  return made;
}

/** Numbers by name. */
export type CountsByName = ReadonlyMap<string, number>;

/** What is known of a step. */
export interface StepFigures {
  readonly shown: number;
  readonly left: number;
  readonly answers: CountsByName;
  /** By the step that followed; '' is the end. */
  readonly ways: CountsByName;
  /** By bucket of seconds. */
  readonly times: CountsByName;
}

/** Counts of several versions, put together under the names of the present one. */
export interface Figures {
  /** Of what has no place, such as `visits`. */
  readonly totals: CountsByName;
  readonly steps: ReadonlyMap<string, StepFigures>;
  readonly outcomes: CountsByName;
  readonly goals: CountsByName;
}

type Open<Value> = {
  -readonly [Key in keyof Value]: Value[Key] extends CountsByName ? Map<string, number> : Value[Key];
};

/** Puts the counts of all versions together. */
export function figuresOf(sums: Sums, history: History): Figures {
  const figures: OpenFigures = { totals: new Map(), outcomes: new Map(), goals: new Map(), steps: new Map() };
  for (const counts of sums.values()) for (const [name, count] of counts) addCount(figures, name, { count, history });
  return figures;
}

interface OpenFigures extends Omit<Open<Figures>, 'steps'> {
  readonly steps: Map<string, Open<StepFigures>>;
}

function addCount(figures: OpenFigures, text: string, { count, history }: { count: number; history: History }): void {
  const name = readCountName(text);
  switch (name[0]) {
    case 'shown':
    case 'left':
      stepOf(figures, history.step(name[1]))[name[0]] += count;
      break;
    case 'answer': {
      const step = history.step(name[1]);
      add(stepOf(figures, step).answers, history.option(step, name[2]), count);
      break;
    }
    case 'way':
      add(stepOf(figures, history.step(name[1])).ways, name[2] && history.step(name[2]), count);
      break;
    case 'time':
      add(stepOf(figures, history.step(name[1])).times, name[2], count);
      break;
    case 'outcome':
      add(figures.outcomes, name[1], count);
      break;
    case 'goal':
      add(figures.goals, name[1], count);
      break;
    case 'met':
    case 'met_finished':
      // Of experiments: `read-report.ts` reads them.
      break;
    case 'visitors':
    case 'visits':
    case 'finished':
    case 'sign_ups':
    case 'purchases':
    case 'unreadable':
      add(figures.totals, name[0], count);
  }
}

function stepOf({ steps }: OpenFigures, id: string): Open<StepFigures> {
  const known = steps.get(id);
  if (known) return known;
  const made = { shown: 0, left: 0, answers: new Map(), ways: new Map(), times: new Map() };
  steps.set(id, made);
  return made;
}

function add(numbers: Map<string, number>, name: string, count: number): void {
  numbers.set(name, (numbers.get(name) ?? 0) + count);
}

/** What visits have in common that are counted together. */
export interface Shared {
  readonly locale: string;
  readonly utmSource: string;
  /** Variant by experiment, as assigned. */
  readonly variants: Readonly<Record<string, string>>;
}

/** The group of visits of which it is not known, and of those in no experiment. */
export const unknownGroup = '(none)';
/** The group of all that are not among the largest ones. */
export const restGroup = '(other)';
/** So many sources have a group of their own. */
const maxSources = 20;

/** The names of the groups that such visits belong to: one for each experiment where it is by variant. */
export function reportGroupsOf({ locale, utmSource, variants }: Shared, by: ReportGroup): readonly string[] {
  switch (by) {
    case 'locale':
      return [locale || unknownGroup];
    case 'utm_source':
      return [utmSource || unknownGroup];
    case 'variant': {
      const names = Object.entries(variants).map(([experiment, variant]) => `${experiment}=${variant}`);
      return names.length > 0 ? names : [unknownGroup];
    }
  }
}

/**
 * The groups by their visits in the order of a report, each with those that it is made of: the largest first, those of
 * an experiment together, and the smallest sources as `(other)` at the end.
 */
export function arrangeGroups(
  visits: ReadonlyMap<string, number>,
  by: ReportGroup,
): readonly { readonly name: string; readonly of: readonly string[] }[] {
  const names = [...visits.keys()].toSorted(
    (one, other) =>
      compare(headOf(one, by), headOf(other, by)) || visits.get(other)! - visits.get(one)! || compare(one, other),
  );
  const own = by === 'utm_source' ? names.filter((name) => name !== restGroup).slice(0, maxSources) : names;
  const others = names.filter((name) => !own.includes(name));
  return [
    ...own.map((name) => ({ name, of: [name] })),
    ...(others.length > 0 ? [{ name: restGroup, of: others }] : []),
  ];
}

/** The experiment that a group is of; visits of none come last. */
function headOf(name: string, by: ReportGroup): string {
  if (by !== 'variant') return '';
  return name === unknownGroup ? '\u{10FFFF}' : name.slice(0, name.indexOf('='));
}

/** The order of names, the same on every machine. */
export function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
