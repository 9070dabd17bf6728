import type { Edge } from '../../model.ts';
import type { FlowStep } from '../flow.ts';
import type { Conditions, ReadCondition } from './conditions.ts';

/** What the edges of a step are made of. */
export interface EdgeInput {
  readonly step: FlowStep;
  /** Id of the step below; `null` after the last. */
  readonly below: string | null;
  readonly conditions: Conditions;
  readonly readCondition: ReadCondition;
}

/** Where a step leads: its options' own ways first, then its `next`, and at last one way without a condition. */
export function compileEdges(input: EdgeInput): readonly Edge[] {
  const edges = [...optionEdges(input), ...ownEdges(input)];
  const last = edges.findIndex(({ when }) => when === undefined);
  return edges.slice(0, last + 1);
}

function* optionEdges({ step, conditions }: EdgeInput): Iterable<Edge> {
  const { field, options, value } = step;
  if (field === undefined) return;
  for (const { key, value: option } of options) {
    if (option.next === undefined) continue;
    const when = conditions.add({
      kind: 'binary',
      operator: value.type === 'multiple_choice' ? 'has' : '==',
      left: { kind: 'answer', field },
      right: { kind: 'literal', value: key },
    });
    yield { when, to: targetOf(option.next) };
  }
}

function* ownEdges({ step, below, readCondition }: EdgeInput): Iterable<Edge> {
  const { next } = step.value;
  if (next === undefined) yield { to: below };
  else if (typeof next === 'string') yield { to: targetOf(next) };
  else {
    for (const branch of next) {
      if (branch?.when !== undefined && branch.to !== undefined)
        yield { when: readCondition(branch.when), to: targetOf(branch.to) };
      if (branch?.else !== undefined) yield { to: targetOf(branch.else) };
    }
  }
}

/** The targets of a step's own `next`. */
export function ownTargets({ value: { next } }: FlowStep, below: string | null): readonly (string | null)[] {
  if (next === undefined) return [below];
  if (typeof next === 'string') return [targetOf(next)];
  return next.flatMap((branch) => {
    const target = branch?.to ?? branch?.else;
    return target === undefined ? [] : [targetOf(target)];
  });
}

/** The finish is `null`. */
export function targetOf(next: string): string | null {
  return next === 'finish' ? null : next;
}
