import type { Findings } from '../finding.ts';
import { askedHere, type ProofContext } from './proof-context.ts';
import type { Stuck } from '../prove/verdicts.ts';

/** Checks that take no answer of some visitors, who can't go on, and those that take every answer. */
export function* checksInVain(context: ProofContext): Findings {
  const { flow, proof } = context;
  for (const { step, visit } of stuckWritten(context)) {
    yield {
      in: flow.document,
      path: pathOf(context, step),
      code: 'check_refuses_all',
      message: isBlocked(context, step)
        ? 'No visitor can go on here: whatever is answered, this is false.'
        : 'Some visitors can never go on here: whatever they answer, this is false.',
      hint: `Widen the condition or what "${step}" can be answered with, or ask these visitors again with show_if on a step above.`,
      related: othersAsked(context, step),
      counterexample: visit,
    };
  }
  if (areStopped(context)) return;
  for (const step of proof.idleChecks) {
    const path = pathOf(context, step);
    if (context.isExplained(conditionOf(context, step), path)) continue;
    yield {
      in: flow.document,
      path,
      code: 'always_true',
      message: `This is true of all answers to "${step}" that visitors can give: the check refuses none.`,
      hint: 'Correct the condition, or remove the check and its words.',
    };
  }
}

/** Whether some visitors come no further than a check: what else no visitor comes to may only follow from that. */
export function areStopped({ proof }: ProofContext): boolean {
  const missing = [...proof.missingAnswers, ...proof.missingValues];
  return (
    proof.stuck.length > 0 ||
    proof.bare.length > 0 ||
    missing.some(({ asked }) => asked.kind === 'check' || asked.kind === 'option')
  );
}

function isBlocked({ proof, funnel }: ProofContext, step: string): boolean {
  const { next } = funnel.steps.find(({ id }) => id === step)!;
  return proof.unreachableEdges.filter((edge) => edge.step === step).length === next.length;
}

/** Not those in which an answer is missing, which is said of them. */
function stuckWritten(context: ProofContext): readonly Stuck[] {
  return context.proof.stuck.filter(
    ({ step }) => !context.isExplained(conditionOf(context, step), pathOf(context, step)),
  );
}

/** The other questions that it depends on. */
function othersAsked(context: ProofContext, step: string): ReturnType<typeof askedHere> {
  const condition = conditionOf(context, step);
  return context.funnel.steps.flatMap((each) =>
    'field' in each && each.id !== step && context.uses(condition, each.field) ? askedHere(context, each.field) : [],
  );
}

function conditionOf({ funnel }: ProofContext, step: string): string | undefined {
  return funnel.steps.find(({ id }) => id === step)!.check;
}

function pathOf(context: ProofContext, step: string): ReturnType<ProofContext['pathOf']> {
  return context.pathOf({ kind: 'check', step });
}
