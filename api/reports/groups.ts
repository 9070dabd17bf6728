import type { ReportGroup } from './report.ts';

/** What visits have in common that are counted together. */
export interface Shared {
  readonly locale: string;
  readonly utmSource: string;
  /** Variant by experiment, as assigned. */
  readonly variants: Readonly<Record<string, string>>;
}

/** The group of visits of which it is not known, and of those in no experiment. */
export const unknownGroup = '(none)';
/** The group of what is left beside the largest ones. */
export const restGroup = '(other)';
/** So many sources have a group of their own. */
const mostSources = 20;

/** The names of the groups that such visits belong to: one for each experiment where it is by variant. */
export function groupsOf({ locale, utmSource, variants }: Shared, by: ReportGroup): readonly string[] {
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
  const own = by === 'utm_source' ? names.filter((name) => name !== restGroup).slice(0, mostSources) : names;
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

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
