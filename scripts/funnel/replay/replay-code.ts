import type { VisitStory } from '../../../api/events/replay-visits.ts';
import type { CompiledFunnel } from '../../../engine/model.ts';
import { isQuestion } from '../../../engine/run/answer.ts';
import { reportedGoals } from '../../../engine/run/goals.ts';
import { standInFor } from '../../../engine/run/hold-back.ts';
import { lastAnswer } from '../../../engine/run/journey.ts';
import type { FunnelEvent } from '../../../engine/run/page-log.ts';
import { replayVisit, type VisitLog, type VisitSnapshot } from '../../../engine/run/visit-log.ts';
import { encodeVisit } from '../../../engine/run/visit-text.ts';

/** The story of a visit out of a link, on the funnel as it is in the folder, as far as it fits. */
export function replayCode(funnel: CompiledFunnel, log: VisitLog): VisitStory {
  const snapshots = replayVisit(funnel, log);
  const last = snapshots.at(-1)!;
  return {
    funnel: funnel.id,
    variants: log.input.variants ?? {},
    events: [
      ...arrival(snapshots[0]!, 0),
      ...snapshots.slice(1).flatMap((_, index) => move(funnel, log, { snapshots, index })),
    ],
    outcome: last.output?.outcome ?? null,
    at: last.status === 'done' ? null : last.value,
    readable: snapshots.length > log.events.length,
    stretches: [{ version: log.version, code: encodeVisit(log) }],
  };
}

interface Place {
  readonly snapshots: readonly VisitSnapshot[];
  /** Of the event. */
  readonly index: number;
}

/** What an event made happen. Where the log has no times, all is at 0. */
function move(funnel: CompiledFunnel, { events, times = [] }: VisitLog, { snapshots, index }: Place): FunnelEvent[] {
  const [from, to] = [snapshots[index]!, snapshots[index + 1]!];
  const at = times[index] ?? 0;
  const left = {
    type: 'step_left',
    step: from.value,
    to: to.status === 'done' ? null : to.value,
    by: events[index]!.type === 'BACK' ? 'back' : 'next',
    ...(times[index] !== undefined && { seconds: (at - (times[index - 1] ?? 0)) / 1_000 }),
  } as const;
  const known = new Set(reportedGoals(funnel, from.context.reported));
  const goals = reportedGoals(funnel, to.context.reported).filter((goal) => !known.has(goal));
  return [
    ...(left.by === 'next' ? answerTo(funnel, from, to) : []).map((answer) => ({ at, ...answer })),
    { at, ...left },
    ...goals.map((goal) => ({ at, type: 'goal_reached', goal }) as const),
    ...arrival(to, at),
  ];
}

function arrival({ output, value }: VisitSnapshot, at: number): FunnelEvent[] {
  return [output ? { at, type: 'visit_finished', outcome: output.outcome } : { at, type: 'step_shown', step: value }];
}

/** What was answered on a question that has just been passed. */
function answerTo(funnel: CompiledFunnel, { context }: VisitSnapshot, passed: VisitSnapshot) {
  const { at } = context.journey;
  const step = funnel.steps[at]!;
  if (!isQuestion(step)) return [];
  const answer = standInFor(step, lastAnswer(passed.context.journey, at) ?? '');
  return [{ type: 'step_answered', step: step.id, answer } as const];
}
