import type { SourceOfDay } from './waiting-slice.ts';

/** On one day, of one funnel. */
const mostSources = 200;
/** What further ones are counted as. */
export const otherSources = '(other)';

/** Anybody can write anything into an address: only so many `utm_source` of a funnel and day are told apart. */
export function limitSources(counted: readonly SourceOfDay[]) {
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
      if (sources.size >= mostSources && !sources.has(visit.source)) return otherSources;
      sources.add(visit.source);
      return visit.source;
    },
  };
}
