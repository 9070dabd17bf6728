import { keysOfNumbers, timeAtShare } from '../events/counting/counts.ts';
import type { Figures, Numbers, StepFigures } from './counts.ts';
import type { History } from './history.ts';
import type { GroupReport, Revenue, StepReport } from './report.ts';
import type { CompiledFunnel, CompiledStep } from '../../engine/model.ts';

/** The report of visits that have something in common. */
export function describeGroup(figures: Figures, revenue: readonly Revenue[], present: Present): GroupReport {
  const { funnel, all } = present;
  const total = (name: string): number => figures.totals.get(name) ?? 0;
  const outcomes = namesOf(
    funnel.outcomes.map(({ id }) => id),
    all.outcomes,
  );
  return {
    visitors: total('visitors'),
    visits: total('visits'),
    finished: total('finished'),
    signUps: total('sign_ups'),
    purchases: total('purchases'),
    revenue,
    steps: describeSteps(figures, present),
    outcomes: outcomes.map((id) => ({ id, visits: figures.outcomes.get(id) ?? 0 })),
    goals: namesOf(goalsOf(funnel), all.goals).map((name) => ({ name, visits: figures.goals.get(name) ?? 0 })),
    unreadable: total('unreadable'),
  };
}

/** In the order in which visits reach them. */
function goalsOf({ goals, steps }: CompiledFunnel): readonly string[] {
  const names = [goals.start, ...steps.map(({ goal }) => goal), goals.finish];
  return [...new Set(names.filter((name) => name !== undefined))];
}

const nothing: StepFigures = { shown: 0, left: 0, answers: new Map(), ways: new Map(), times: new Map() };

/** The steps of the funnel in its order; after them those that visits of earlier versions came by. */
function describeSteps(figures: Figures, { funnel, history, all }: Present): readonly StepReport[] {
  const order = namesOf(
    funnel.steps.map(({ id }) => id),
    new Map([...all.steps].map(([id, { shown }]) => [id, shown])),
  );
  return order.map((id) => {
    const { shown, left, answers, ways, times } = figures.steps.get(id) ?? nothing;
    const step = history.findStep(id);
    return {
      id,
      type: step?.type ?? 'info',
      shown,
      left,
      time: timeOf(times),
      answers: describeAnswers(step, { answers, ofAll: all.steps.get(id)?.answers ?? answers }),
      ways: describeWays(ways, order),
    };
  });
}

function timeOf(times: Numbers): StepReport['time'] {
  const buckets = Object.fromEntries(times);
  const [median, p90] = [timeAtShare(buckets, 0.5), timeAtShare(buckets, 0.9)];
  return median === null || p90 === null ? null : { median, p90 };
}

/** In the order of the steps; the end comes last. */
function describeWays(ways: Numbers, order: readonly string[]): StepReport['ways'] {
  return [...order, '']
    .filter((to) => (ways.get(to) ?? 0) > 0)
    .map((to) => ({ to: to === '' ? null : to, visits: ways.get(to)! }));
}

interface Answered {
  readonly answers: Numbers;
  /** Of all visits of the period. */
  readonly ofAll: Numbers;
}

/** The options of a step, or the values of a number, each with the visits that chose it; null of other types. */
function describeAnswers(step: CompiledStep | undefined, { answers, ofAll }: Answered): StepReport['answers'] {
  const keys = step && keysOf(step, ofAll);
  return keys?.map((key) => ({ key, visits: answers.get(key) ?? 0 })) ?? null;
}

function keysOf(step: CompiledStep, ofAll: Numbers): readonly string[] | null {
  if ('options' in step)
    return namesOf(
      step.options.map(({ key }) => key),
      ofAll,
    );
  if (!('step' in step)) return null;
  // Earlier versions may have had other values or ranges.
  return [...new Set([...keysOfNumbers(step), ...ofAll.keys()])].toSorted(
    (one, other) => Number.parseFloat(one) - Number.parseFloat(other) || (one < other ? -1 : 1),
  );
}

/** The funnel that a report is about, as visitors get it now. */
export interface Present {
  readonly funnel: CompiledFunnel;
  readonly history: History;
  /** Of all visits of the period: what is named in it is named for each group. */
  readonly all: Figures;
}

/** What there is now, in its order, and after it what there was: nothing that was counted disappears. */
function namesOf(present: readonly string[], numbers: Numbers): readonly string[] {
  const counted = [...numbers].flatMap(([name, count]) => (count > 0 ? [name] : []));
  return [...present, ...counted.filter((name) => !present.includes(name)).toSorted()];
}
