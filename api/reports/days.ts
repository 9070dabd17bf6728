import type { DayReport } from './report.ts';
import type { SummedCounts } from './sum-counts.ts';

const dayMilliseconds = 86_400_000;

/** The sums of each day (`Report.days`). */
export function describeDays(days: SummedCounts['days']): readonly DayReport[] {
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
