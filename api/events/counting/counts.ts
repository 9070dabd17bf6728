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
  /** Times that a step was on the screen, by bucket of seconds (`time-buckets.ts`). */
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
