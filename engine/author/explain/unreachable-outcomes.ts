import { type Finding, listed } from '../finding.ts';
import { groupsBy, type NeverTrue, type ProofContext } from './proof-context.ts';
import type { UnreachableOutcome } from '../prove/verdicts.ts';
import type { Path } from '../../problem.ts';

/** Outcomes that no visitor gets. */
export function* outcomesUnreachable(context: ProofContext): Iterable<Finding | NeverTrue> {
  const { funnel, proof } = context;
  const numbers = new Map(funnel.outcomes.map(({ id }, at) => [id, at]));
  const dead = new Set(proof.unreachableOutcomes.map(({ outcome }) => outcome));
  const last = funnel.outcomes.findLast(({ id }) => !dead.has(id));
  const isTail = ({ outcome }: UnreachableOutcome): boolean => numbers.get(outcome)! > numbers.get(last?.id ?? '')!;
  const unexplained = proof.unreachableOutcomes.filter(({ outcome }) => {
    const { when } = funnel.outcomes[numbers.get(outcome)!]!;
    return !context.isExplained(when, pathOf(context, outcome));
  });
  // What takes the visitors of an outcome: all above the last ones together, of which the last is named, or one alone.
  const takenBy = (each: UnreachableOutcome): string | undefined =>
    each.shadowed && isTail(each) ? last?.id : each.coveredBy;
  for (const [above, outcomes] of groupsBy(unexplained, takenBy)) {
    const isAlways = outcomes.some(({ outcome, coveredBy }) => coveredBy === above && isElse(context, outcome));
    if (above !== undefined && (outcomes.length > 1 || isAlways)) yield aboveOthers(context, above, outcomes, isAlways);
    else for (const each of outcomes) yield outcomeUnreachable(context, each, pathOf(context, each.outcome));
  }
}

function isElse({ funnel }: ProofContext, outcome: string): boolean {
  return funnel.outcomes.find(({ id }) => id === outcome)!.when === undefined;
}

function pathOf(context: ProofContext, outcome: string): Path {
  return ['outcomes', outcome, isElse(context, outcome) ? 'else' : 'when'];
}

/** A condition that takes the visitors of several outcomes below it, or of all. */
function aboveOthers(
  context: ProofContext,
  above: string,
  outcomes: readonly UnreachableOutcome[],
  isAlways: boolean,
): Finding {
  const document = context.flow.document;
  const names = listed(outcomes.map(({ outcome }) => outcome));
  const others = outcomes.length > 1 ? 'outcomes' : 'outcome';
  const isLast = outcomes.some(({ outcome }) => isElse(context, outcome));
  const found = {
    in: document,
    path: pathOf(context, above),
    related: outcomes.map(({ outcome }) => ({
      in: document,
      path: ['outcomes', outcome],
      target: 'key' as const,
      note: `No visitor gets "${outcome}".`,
    })),
    ...(outcomes[0]!.shadowed && { counterexample: outcomes[0]!.shadowed }),
  };
  if (isLast) {
    const whom = isAlways ? 'all visitors' : 'all visitors whom the outcomes above it leave';
    return {
      ...found,
      code: 'always_true',
      message: `This is true for ${whom}, so none gets the ${others} below it: ${names}.`,
      hint: `Correct the condition; or give "${above}" else: true in place of it, and remove those below it.`,
    };
  }
  return {
    ...found,
    code: 'outcome_unreachable',
    message: `No visitor gets the ${others} ${names}: wherever they are true, this comes first.`,
    hint: `Put "${above}" below them, or correct its condition.`,
  };
}

function outcomeUnreachable(
  { flow, funnel }: ProofContext,
  { outcome, shadowed }: UnreachableOutcome,
  path: Finding['path'],
): Finding | NeverTrue {
  const place = { in: flow.document, path, code: 'outcome_unreachable' } as const;
  if (!shadowed) {
    const message = `No visitor gets the outcome "${outcome}": this is never true.`;
    const condition = funnel.outcomes.find(({ id }) => id === outcome)!.when!;
    const never = { condition, result: `no visitor gets the outcome "${outcome}"` };
    return { ...place, message, hint: 'Correct the condition, or remove the outcome.', never };
  }
  const instead = shadowed.outcome!;
  const related = [
    { in: flow.document, path: ['outcomes', instead], target: 'key', note: `"${instead}" comes first.` },
  ] as const;
  const found = { ...place, related, counterexample: shadowed };
  if (path.at(-1) === 'when') {
    const message = `No visitor gets the outcome "${outcome}": where this is true, one above it comes first, such as "${instead}".`;
    return { ...found, message, hint: `Put "${outcome}" above "${instead}", or correct one of the two conditions.` };
  }
  const above = funnel.outcomes.at(-2)!.id;
  const message = `No visitor gets the outcome "${outcome}": those above it, such as "${instead}", are for all visitors.`;
  return {
    ...found,
    message,
    hint: `Correct a condition above it; or give "${above}" else: true and remove "${outcome}".`,
  };
}
