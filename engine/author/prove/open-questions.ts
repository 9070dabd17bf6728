import { placeOf } from '../explore/analysis-record.ts';
import { Asks, type FunnelTerms, type Suspicion } from './asks.ts';
import { stepsByGoal } from './prover.ts';
import type { Tried } from './replay.ts';
import type { OpenQuestion, RecallUse } from './verdicts.ts';

/** What is asked of visits on the way, but for what is seen to happen in those that were tried. */
export function openAtSteps(
  input: FunnelTerms,
  recalls: readonly RecallUse[],
  { shown, taken }: Tried,
): readonly OpenQuestion[] {
  const { steps } = input.funnel;
  const asks = new Asks(input);
  const edges = steps.flatMap(({ id: step, next }, at) =>
    [...next.keys()]
      .filter((number) => shown.has(step) && !taken.has(placeOf({ at, number })))
      .map((edge) => ({ kind: 'edge', step, edge }) as const),
  );
  const goals = [...stepsByGoal(input)].flatMap(([goal, places]) =>
    places.flatMap((first, number) =>
      places
        .slice(number + 1)
        .map((second) => ({ kind: 'goal', goal, steps: [steps[first]!.id, steps[second]!.id] }) as const),
    ),
  );
  return [
    ...steps.filter(({ id }) => !shown.has(id)).map(({ id: step }) => ({ kind: 'step', step }) as const),
    ...edges,
    ...[...asks.readsOfEdges(), ...asks.recalls(recalls, 'step'), ...asks.stuck(), ...asks.bare()].map(questionOf),
    ...goals,
  ];
}

/** What is asked of outcomes, but for what is seen to happen. */
export function openAtOutcomes(
  input: FunnelTerms,
  recalls: readonly RecallUse[],
  { outcomes }: Tried,
): readonly OpenQuestion[] {
  const asks = new Asks(input);
  return [
    ...input.funnel.outcomes
      .filter(({ id }) => !outcomes.has(id))
      .map(({ id: outcome }) => ({ kind: 'outcome', outcome }) as const),
    ...[...asks.readsOfOutcomes(), ...asks.recalls(recalls, 'outcome')].map(questionOf),
  ];
}

function questionOf(suspicion: Suspicion): OpenQuestion {
  switch (suspicion.kind) {
    case 'answer':
      return { kind: 'answer', asked: suspicion.asked, field: suspicion.field };
    case 'computation':
      return { kind: 'computation', asked: suspicion.asked, computation: suspicion.computation };
    case 'recall':
      return { kind: 'recall', ...suspicion.recall };
    case 'stuck':
    case 'bare':
      return { kind: suspicion.kind, step: suspicion.step };
  }
}
