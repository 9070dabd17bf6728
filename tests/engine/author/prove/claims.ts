import type { Asked, Disproved, RecallUse } from '../../../../engine/author/prove/verdicts.ts';
import type { CompiledFunnel } from '../../../../engine/model.ts';
import type { ExampleVisit } from '../../../../engine/problem.ts';
import { indexOf } from '../../../../engine/run/funnel-index.ts';
import { sightingsIn, type Tally } from './every-verdict.ts';
import type { VisitEnd } from './replay.ts';

/** One verdict, as the walk of every visit words it, with the visit that shows it and what has to be seen in that visit. */
export interface Claim {
  readonly verdict: string;
  readonly visit?: ExampleVisit;
  readonly end: VisitEnd;
  readonly sighting: string;
}

/** Each verdict of a proof as a claim. */
export function claimsOf(funnel: CompiledFunnel, proof: Disproved): readonly Claim[] {
  const { steps } = indexOf(funnel);
  const stepClaims = proof.unreachableSteps.map(({ step, isHidden, visit }): Claim => {
    const verdict = `step ${step} is ${isHidden ? 'hidden' : 'passed by'}`;
    const at = steps.get(step);
    return { verdict, visit, end: endOf(visit), sighting: `${isHidden ? 'hidden' : 'past'} ${at}` };
  });
  const edgeClaims = proof.unreachableEdges.map(({ step, edge, isShadowed, visit }): Claim => {
    const verdict = `edge ${edge} of ${step} is ${isShadowed ? 'shadowed' : 'never true'}`;
    const sighting = `${isShadowed ? 'shadowed' : 'instead of'} ${step} ${edge}`;
    return { verdict, visit, end: endOf(visit), sighting };
  });
  const outcomeClaims = proof.unreachableOutcomes.map(({ outcome, shadowed }): Claim => {
    const verdict = `outcome ${outcome} is ${shadowed ? 'shadowed' : 'never true'}`;
    return { verdict, ...(shadowed && { visit: shadowed }), end: 'finished', sighting: `shadowed ${outcome}` };
  });
  const always = proof.unreachableEdges.flatMap(({ step, coveredBy, isShadowed }): readonly Claim[] => {
    if (coveredBy === undefined || !isShadowed) return [];
    return [{ verdict: `edge ${coveredBy} of ${step} is always true`, end: 'standing', sighting: '' }];
  });
  const otherwise = funnel.outcomes.find(({ when }) => when === undefined);
  const last = proof.unreachableOutcomes.find(({ outcome }) => outcome === otherwise?.id);
  if (last?.coveredBy !== undefined)
    always.push({ verdict: `outcome ${last.coveredBy} is always true`, end: 'standing', sighting: '' });
  const missing = proof.missingAnswers.map(({ asked, field, visit }): Claim => {
    const verdict = `${nameOf(asked)} misses ${field}`;
    return { verdict, visit, end: asked.kind === 'outcome' ? 'finished' : 'left', sighting: verdict };
  });
  const values = proof.missingValues.map(({ asked, computation, visit }): Claim => {
    const verdict = `${nameOf(asked)} misses ${JSON.stringify(computation)}`;
    return { verdict, visit, end: asked.kind === 'outcome' ? 'finished' : 'left', sighting: verdict };
  });
  const recalls = proof.missingRecalls.map(({ at, field, visit }): Claim => {
    const what = field.startsWith(chartValue) ? "can't draw its chart" : `can't recall ${field}`;
    const verdict = `${at.kind} ${at.kind === 'step' ? at.step : at.outcome} ${what}`;
    return { verdict, visit, end: at.kind === 'step' ? 'standing' : 'finished', sighting: verdict };
  });
  const goals = proof.goalsTwice.map(({ goal, steps: [first, second], visit }): Claim => {
    const verdict = `twice ${goal}: ${first} and ${second}`;
    return { verdict, visit, end: 'left', sighting: verdict };
  });
  const options = proof.unofferedOptions.map(({ step, option }): Claim => {
    return { verdict: `option ${option} of ${step} is offered to nobody`, end: 'standing', sighting: '' };
  });
  return [
    ...options,
    ...stepClaims,
    ...edgeClaims,
    ...outcomeClaims,
    ...always,
    ...missing,
    ...values,
    ...recalls,
    ...goals,
  ];
}

/** The claims with the lengths of their visits, each of which has been replayed. */
export function replayedTally(funnel: CompiledFunnel, claims: readonly Claim[]): Tally {
  const tally: Record<string, number> = {};
  for (const { verdict, visit, end, sighting } of claims) {
    const length = visit?.steps.length ?? 0;
    if (visit && sightingsIn(funnel, visit, end).get(sighting) !== length)
      throw new Error(`"${verdict}" is not shown by ${JSON.stringify(visit)}.`);
    tally[verdict] = Math.min(length, tally[verdict] ?? Infinity);
  }
  return tally;
}

const chartValue = 'chart ';

/** Every answer in the texts of every step and every outcome, and what charts draw. */
export function everyRecall({ steps, outcomes }: CompiledFunnel): readonly RecallUse[] {
  const places = [
    ...steps.map(({ id }) => ({ kind: 'step', step: id }) as const),
    ...outcomes.map(({ id }) => ({ kind: 'outcome', outcome: id }) as const),
  ];
  const fields = steps.flatMap((step) => ('field' in step ? [step.field] : []));
  const drawn = steps.flatMap((step) => {
    const values = step.type === 'display' ? (step.chart?.values ?? []) : [];
    const at = { kind: 'step', step: step.id } as const;
    return values.map((value, nth) => ({ at, field: `${chartValue}${nth}`, value }));
  });
  return [...places.flatMap((at) => fields.map((field) => ({ at, field }))), ...drawn];
}

function endOf({ outcome }: ExampleVisit): VisitEnd {
  return outcome === undefined ? 'standing' : 'finished';
}

function nameOf(asked: Asked): string {
  if (asked.kind === 'outcome') return `outcome ${asked.outcome}`;
  if (asked.kind === 'option') return `option ${asked.option} of ${asked.step}`;
  return asked.kind === 'edge' ? `edge ${asked.edge} of ${asked.step}` : `${asked.kind} of ${asked.step}`;
}
