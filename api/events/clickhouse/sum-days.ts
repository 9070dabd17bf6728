import type { ClickHouse } from './connect.ts';
import type { Generation } from './lock.ts';
import type { QuizDay } from './visits.ts';

/** For so long the sums of days are made at a time, unless it is said otherwise; the first one is made in any case. */
const usualMilliseconds = 1_000;

interface SumOptions {
  /** Larger than any before. */
  readonly generation: Generation;
  /** Days that were summed up later than that are left alone, until another time. Default: none. */
  readonly summedUntil?: Generation | undefined;
  readonly maxMilliseconds?: number;
}

/**
 * Sums the days again whose visits have changed, the latest days first. First of all comes one that a process
 * was at when it was killed: until then, nothing is known of it. Only one process does it at a time. Resolves to how
 * many days are left.
 */
export async function sumDays(
  clickhouse: ClickHouse,
  { generation, summedUntil = Number.MAX_SAFE_INTEGER, maxMilliseconds = usualMilliseconds }: SumOptions,
): Promise<number> {
  const end = performance.now() + maxMilliseconds;
  const days = await clickhouse.query<QuizDay>(changedText, { summedUntil });
  for (const [index, day] of days.entries()) {
    await sumDay(clickhouse, day, generation);
    if (performance.now() > end) return days.length - index - 1;
  }
  return 0;
}

const changedText = `
  SELECT funnel, day FROM (
    SELECT funnel, day, max(changed) AS changed, max(begun) AS begun, max(summed) AS summed
    FROM quiz_days GROUP BY funnel, day
  )
  WHERE begun > summed OR (changed > summed AND summed <= {summedUntil:UInt64})
  ORDER BY begun > summed DESC, day DESC`;

async function sumDay(clickhouse: ClickHouse, day: QuizDay, generation: Generation): Promise<void> {
  await clickhouse.insert('quiz_days', [{ ...day, begun: generation }]);
  await clickhouse.execute(sumText, { ...day, generation });
  await clickhouse.insert('quiz_days', [{ ...day, summed: generation }]);
}

const keys = 'funnel, day, version, locale, utm_source, variants';

const sumText = `
  INSERT INTO quiz_counts (${keys}, names, numbers, generation)
  SELECT ${keys}, groupArray(name), groupArray(total), {generation:UInt64} FROM (
    SELECT ${keys}, name, sum(number) AS total
    FROM quiz_visits FINAL ARRAY JOIN names AS name, numbers AS number
    WHERE funnel = {funnel:String} AND day = {day:Date}
    GROUP BY ${keys}, name
  ) GROUP BY ${keys}`;
