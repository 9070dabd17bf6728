import type { VisitRead } from './read-visit.ts';

/** What of a visit follows from others. */
export interface Attribution {
  /** Of its browser, of the same funnel. */
  readonly first: boolean;
  /** The `utm_source` that it is counted under. */
  readonly source: string;
}

/** A funnel's day, and a `utm_source` that is counted on it. */
export interface SourceOfDay {
  readonly funnel: string;
  readonly day: string;
  readonly source: string;
}

/** What is known of other visits. */
interface OtherVisits {
  /** Ids of those of these visits whose browser has made an earlier one of the same funnel that was counted. */
  readonly returning: ReadonlySet<string>;
  /** That are counted so far on the days of these visits. */
  readonly sources: readonly SourceOfDay[];
}

/** Of each visit whether it is its browser's first, and which `utm_source` it is counted under. */
export function attributeVisits(
  visits: readonly VisitRead[],
  { returning, sources }: OtherVisits,
): ReadonlyMap<string, Attribution> {
  const limited = limitSources(sources);
  const browsers = new Set<string>();
  const attributions = new Map<string, Attribution>();
  for (const visit of visits.toSorted(byStart)) {
    const browser = `${visit.funnel}\t${visit.seed}`;
    const first = !returning.has(visit.id) && !browsers.has(browser);
    browsers.add(browser);
    attributions.set(visit.id, { first, source: limited.admit(visit) });
  }
  return attributions;
}

function byStart(one: VisitRead, other: VisitRead): number {
  return one.startedAt.getTime() - other.startedAt.getTime() || (one.id < other.id ? -1 : 1);
}

/** On one day, of one funnel. */
const maxSources = 200;
/** What further ones are counted as. */
const otherSources = '(other)';

/** Anyone can write anything into an address: only so many `utm_source` of a funnel and day are counted apart. */
function limitSources(counted: readonly SourceOfDay[]) {
  const known = new Map<string, Set<string>>();
  const sourcesOf = ({ funnel, day }: SourceOfDay) => {
    const key = `${funnel}\t${day}`;
    const sources = known.get(key) ?? new Set<string>();
    known.set(key, sources);
    return sources;
  };
  for (const each of counted) sourcesOf(each).add(each.source);
  return {
    /** The source under which a visit is counted. */
    admit(visit: SourceOfDay): string {
      const sources = sourcesOf(visit);
      if (sources.size >= maxSources && !sources.has(visit.source)) return otherSources;
      sources.add(visit.source);
      return visit.source;
    },
  };
}
