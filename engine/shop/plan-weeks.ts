/** How a week treats its topic: for the first time, once more and deeper, out in the day, or to keep. */
type WeekStage = 'begin' | 'deepen' | 'everyday' | 'keep';

export interface PlanWeek<Topic, Session> {
  /** 1 for the first. */
  readonly number: number;
  readonly topic: Topic;
  readonly stage: WeekStage;
  /** What there is to listen to in it. */
  readonly sessions: readonly Session[];
}

const stages = ['begin', 'deepen', 'everyday', 'keep'] as const;
export const weeksInPlan = stages.length;
/** A week names no more sessions than this. */
export const maxSessions = 3;

interface Sessions<Topic, Session> {
  /** Those that are most about the topic come first. */
  readonly of: (topic: Topic) => readonly Session[];
  /** What distinguishes one from another. */
  readonly keyOf: (session: Session) => string;
}

/**
 * Four weeks of one topic each, in the outcome's order. Where an outcome has fewer topics they come round again,
 * each time at the next stage; topics beyond the fourth have no week. Without topics there are no weeks.
 */
export function planWeeks<Topic, Session>(
  topics: readonly Topic[],
  { of, keyOf }: Sessions<Topic, Session>,
): readonly PlanWeek<Topic, Session>[] {
  if (topics.length === 0) return [];
  const shares = shareOut(topics.slice(0, weeksInPlan).map(of), keyOf);
  return stages.map((_, index) => ({
    number: index + 1,
    topic: topics[index % topics.length]!,
    stage: stages[Math.floor(index / topics.length)]!,
    sessions: shares[index % topics.length]!,
  }));
}

/**
 * The sessions of each topic without those that another topic of the plan has. Topics take turns, so that none takes
 * what another one needs more; where nothing is left for a topic, it keeps its own.
 */
function shareOut<Session>(
  ofTopics: readonly (readonly Session[])[],
  keyOf: (session: Session) => string,
): readonly (readonly Session[])[] {
  const taken = new Set<string>();
  const shares = ofTopics.map((sessions) => ({ sessions, share: [] as Session[] }));
  for (let turn = 0; turn < maxSessions; turn++) {
    for (const { sessions, share } of shares) {
      const next = sessions.find((session) => !taken.has(keyOf(session)));
      if (!next) continue;
      taken.add(keyOf(next));
      share.push(next);
    }
  }
  return shares.map(({ sessions, share }) => (share.length > 0 ? share : sessions));
}
