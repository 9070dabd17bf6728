import type { NumberStep } from '../../../engine/model.ts';
import { tidyAnswer } from '../../../engine/run/answer.ts';

/** Names of what is counted, in `quiz_counts.counts`; the fold that counts and the report that reads share them. */

/** A name's parts stand with a tab between: no id of a funnel holds one. */
const separator = '\t';

/** Numbers by name; a name that is missing counts 0. */
export type Counts = Readonly<Record<string, number>>;

export type CountName =
  /** Visits; of those the first of their browser; finished; joined by a sign-up, by a purchase; not replayable. */
  | readonly [kind: 'visits' | 'visitors' | 'finished' | 'sign_ups' | 'purchases' | 'unreadable']
  /** Visits that were shown the step, and that have not gone on from it. */
  | readonly [kind: 'shown' | 'left', step: string]
  /** Visits whose last answer to the step was this option, or one of them; of a number the value or its range. */
  | readonly [kind: 'answer', step: string, key: string]
  /** Visits that went from a step straight on to another; '' is the end. */
  | readonly [kind: 'way', from: string, to: string]
  /** Times that a step was on the screen, by bucket of seconds (`bucketOf`). */
  | readonly [kind: 'time', step: string, bucket: string]
  | readonly [kind: 'outcome', id: string]
  | readonly [kind: 'goal', name: string]
  /** Visitors (first visits) that met the experiment; and of those the ones that finished. */
  | readonly [kind: 'met' | 'met_finished', experiment: string, variant: string];

export function nameOfCount(name: CountName): string {
  return name.join(separator);
}

export function readCountName(name: string): CountName {
  return name.split(separator) as unknown as CountName;
}

/** Under which keys the answers of a number step are counted. */

/** Steps with more values than these are counted by range. */
const maxValues = 21;
const ranges = 10;

/** The value where the step has few; else one of ten ranges that have equally many, such as `18–26`. */
export function keyOfNumber(step: NumberStep, value: number): string {
  const count = valuesOf(step);
  if (count <= maxValues) return String(value);
  const place = Math.round((value - step.min) / step.step);
  return rangeKey(step, Math.floor((place * ranges) / count));
}

/** All keys of the step, from the smallest numbers to the largest. */
export function keysOfNumbers(step: NumberStep): readonly string[] {
  const count = valuesOf(step);
  if (count <= maxValues) return Array.from({ length: count }, (_, place) => String(valueAt(step, place)));
  return Array.from({ length: ranges }, (_, range) => rangeKey(step, range));
}

function valuesOf({ min, max, step }: NumberStep): number {
  return Math.floor((max - min) / step + 1e-6) + 1;
}

function rangeKey(step: NumberStep, range: number): string {
  const count = valuesOf(step);
  const from = Math.ceil((range * count) / ranges);
  const to = Math.ceil(((range + 1) * count) / ranges) - 1;
  return `${valueAt(step, from)}–${valueAt(step, to)}`;
}

function valueAt(step: NumberStep, place: number): number {
  return tidyAnswer(step, step.min + place * step.step) as number;
}

/**
 * Times in buckets that grow by half powers of two: 0.125 s, 0.177 s, 0.25 s, … so that few numbers stand for many
 * times.
 */

/** Shorter and longer times are in the first and in the last one: up to 0.177 s, from 1,448 s. */
const [first, last] = [-6, 21];

/** The name of the bucket for a time in seconds: `5` holds those from 2^(5/2) up to, not including, 2^(6/2). */
export function bucketOf(seconds: number): string {
  return String(Math.min(last, Math.max(first, Math.floor(2 * Math.log2(seconds)))));
}

/**
 * The time in seconds that a share (0 to 1) of the times in these buckets do not exceed; null where there are none.
 * From 0.125 s to half an hour it is at most by a factor of √2 too long or too short: it lies in the bucket of the right one.
 */
export function timeAtShare(buckets: Counts, share: number): number | null {
  const sorted = Object.entries(buckets)
    .map(([name, count]) => ({ bucket: Number(name), count }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => one.bucket - other.bucket);
  let rest = Math.max(1, Math.ceil(share * sorted.reduce((sum, { count }) => sum + count, 0)));
  for (const { bucket, count } of sorted) {
    // As if the times of a bucket were spread over it evenly by their logarithms.
    if (rest <= count) return 2 ** ((bucket + (rest - 0.5) / count) / 2);
    rest -= count;
  }
  return null;
}
