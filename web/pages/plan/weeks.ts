import type { Result } from '../../../engine/model.ts';

export type Topic = Result['topics'][number];

/** How a week treats its topic: for the first time, once more and deeper, out in the day, or to keep. */
export type WeekStage = 'begin' | 'deepen' | 'everyday' | 'keep';

export interface PlanWeek {
  /** 1 for the first. */
  readonly number: number;
  readonly topic: Topic;
  readonly stage: WeekStage;
}

const stages = ['begin', 'deepen', 'everyday', 'keep'] as const;
export const weeksInPlan = stages.length;

/**
 * Four weeks of one topic each, in the outcome's order. Where an outcome has fewer topics they come round again,
 * each time at the next stage; topics beyond the fourth have no week. Without topics there are no weeks.
 */
export function planWeeks(topics: readonly Topic[]): readonly PlanWeek[] {
  if (topics.length === 0) return [];
  return stages.map((_, index) => ({
    number: index + 1,
    topic: topics[index % topics.length]!,
    stage: stages[Math.floor(index / topics.length)]!,
  }));
}
