import { timeAtShare } from '../events/counting/counts.ts';
import { describeAnswers } from './describe-answers.ts';
import type { Figures, Numbers, StepFigures } from './figures.ts';
import { namesOf, type Present } from './present.ts';
import type { StepReport } from './report.ts';

const nothing: StepFigures = { shown: 0, left: 0, answers: new Map(), ways: new Map(), times: new Map() };

/** The steps of the funnel in its order; after them those that visits of earlier versions came by. */
export function describeSteps(figures: Figures, { funnel, history, all }: Present): readonly StepReport[] {
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
