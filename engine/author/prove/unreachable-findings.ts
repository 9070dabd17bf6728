import type { Finding, Findings, RelatedFinding } from '../finding.ts';
import { targetsOf } from '../rules/next-targets.ts';
import { edgePlaces, type EdgePlace } from './proof-context.ts';
import type { ProofContext } from './proof-context.ts';
import type { UnreachableEdge, UnreachableOutcome, UnreachableStep } from './verdicts.ts';

/** Steps that are shown to nobody. */
export function* stepsUnreachable(context: ProofContext): Findings {
  const { proof, funnel } = context;
  for (const unreachable of proof.unreachableSteps) {
    const { step: id, isHidden, visit } = unreachable;
    const { path, value } = context.step(id);
    const showIf = [...path, 'show_if'];
    const condition = funnel.steps.find((each) => each.id === id)?.showIf;
    if (isHidden ? context.isExplained(condition, showIf) : isLedToInVain(context, unreachable)) continue;
    const goal = value.goal === undefined ? '' : ` Its goal "${value.goal}" is never reached.`;
    yield {
      in: context.flow.document,
      path: isHidden ? showIf : [...path, 'id'],
      code: 'step_unreachable',
      message: isHidden
        ? `Nobody is shown "${id}": this is true for none of those who come to it.${goal}`
        : `Nobody is shown "${id}": every way leads past it.${goal}`,
      hint: isHidden
        ? 'Correct the condition, or remove the step.'
        : `Lead somebody here with next: ${id}, or remove the step.`,
      ...(!isHidden && { related: leadingPast(context, id) }),
      counterexample: visit,
    };
  }
}

/** Whether something leads to a step that is itself told, or that only follows: a way that nobody takes, a step nobody sees. */
function isLedToInVain({ funnel, flow, proof, unseen }: ProofContext, { step: id }: UnreachableStep): boolean {
  const dead = new Set(proof.unreachableEdges.map((each) => `${each.step} ${each.edge}`));
  const { index } = flow.stepsById.get(id)!;
  const above = funnel.steps[index - 1];
  if (above?.showIf !== undefined && unseen.has(above.id)) return true;
  return funnel.steps.some(({ id: from, next }) =>
    next.some(({ to }, edge) => {
      if (to !== id) return false;
      const isWritten = edgePlaces(flow.stepsById.get(from)!)[edge]?.kind !== 'below';
      return unseen.has(from) || (isWritten && dead.has(`${from} ${edge}`));
    }),
  );
}

/** The ways of the steps above that lead to steps below. */
function leadingPast({ flow }: ProofContext, id: string): readonly RelatedFinding[] {
  const { index } = flow.stepsById.get(id)!;
  const isBelow = (target: string): boolean => (flow.stepsById.get(target)?.index ?? Infinity) > index;
  return flow.steps
    .slice(0, index)
    .flatMap((step) => [...targetsOf(step)])
    .filter(({ target }) => isBelow(target))
    .slice(-maxRelated)
    .map(({ path }) => ({ in: flow.document, path, note: `This leads past "${id}".` }));
}

const maxRelated = 6;

/** Ways out of a step that nobody takes. */
export function* branchesUnreachable(context: ProofContext): Findings {
  const told = new Set<string>();
  for (const edge of context.proof.unreachableEdges) {
    const place = edgePlaces(context.step(edge.step))[edge.edge]!;
    const { when } = context.funnel.steps.find(({ id }) => id === edge.step)!.next[edge.edge]!;
    if (place.kind === 'below' || context.isExplained(when, place.path)) continue;
    // Where one way takes all, all those below it are taken by nobody; the first of them is told.
    if (edge.isShadowed && told.has(edge.step) && isTail(context, edge)) continue;
    if (edge.isShadowed) told.add(edge.step);
    yield branchUnreachable(context, edge, place);
  }
}

/** Whether nobody takes any of the ways from this one on. */
function isTail({ proof, funnel }: ProofContext, { step, edge }: UnreachableEdge): boolean {
  const edges = funnel.steps.find(({ id }) => id === step)!.next.length;
  const dead = new Set(proof.unreachableEdges.filter((each) => each.step === step).map((each) => each.edge));
  return Array.from({ length: edges - edge }, (_, at) => edge + at).every((each) => dead.has(each));
}

function branchUnreachable({ flow }: ProofContext, { isShadowed, visit }: UnreachableEdge, place: EdgePlace): Finding {
  const isLast = place.kind === 'else' || place.kind === 'next';
  const [message, hint] = isLast
    ? [
        'Nobody goes this way: those above it take everybody.',
        'Write else in place of the last condition above it, or remove this way.',
      ]
    : place.kind === 'option'
      ? [
          isShadowed
            ? `Nobody goes this way: whoever chooses "${place.option}" goes the way of an option above it.`
            : `Nobody goes this way: "${place.option}" can't be chosen by those who come here.`,
          'Move the option up, or remove its next.',
        ]
      : isShadowed
        ? ['Nobody goes this way: where this is true, a way above it comes first.', 'Put the narrower condition first.']
        : ['Nobody goes this way: this is never true here.', 'Correct the condition, or remove this way.'];
  return { in: flow.document, path: place.path, code: 'branch_unreachable', message, hint, counterexample: visit };
}

/** Outcomes that nobody gets. */
export function* outcomesUnreachable(context: ProofContext): Findings {
  const { funnel, proof } = context;
  const dead = new Set(proof.unreachableOutcomes.map(({ outcome }) => outcome));
  const lastReached = funnel.outcomes.findLastIndex(({ id }) => !dead.has(id));
  let isTailTold = false;
  for (const unreachable of proof.unreachableOutcomes) {
    const at = funnel.outcomes.findIndex(({ id }) => id === unreachable.outcome);
    const { when } = funnel.outcomes[at]!;
    const path = ['outcomes', unreachable.outcome, when === undefined ? 'else' : 'when'];
    if (context.isExplained(when, path)) continue;
    const isTail = unreachable.shadowed !== undefined && at > lastReached;
    if (isTail && isTailTold) continue;
    isTailTold ||= isTail;
    yield outcomeUnreachable(context, unreachable, path);
  }
}

function outcomeUnreachable(
  { flow, funnel }: ProofContext,
  { outcome, shadowed }: UnreachableOutcome,
  path: Finding['path'],
): Finding {
  const place = { in: flow.document, path, code: 'outcome_unreachable' } as const;
  if (!shadowed) {
    const message = `Nobody gets the outcome "${outcome}": this is never true.`;
    return { ...place, message, hint: 'Correct the condition, or remove the outcome.' };
  }
  const instead = shadowed.outcome!;
  const related = [
    { in: flow.document, path: ['outcomes', instead], target: 'key', note: `"${instead}" comes first.` },
  ] as const;
  const found = { ...place, related, counterexample: shadowed };
  if (path.at(-1) === 'when') {
    const message = `Nobody gets the outcome "${outcome}": where this is true, one above it comes first, such as "${instead}".`;
    return { ...found, message, hint: `Put "${outcome}" above "${instead}", or correct one of the two conditions.` };
  }
  const above = funnel.outcomes.at(-2)!.id;
  const message = `Nobody gets the outcome "${outcome}": those above it, such as "${instead}", are for everybody.`;
  return {
    ...found,
    message,
    hint: `Correct a condition above it; or give "${above}" else: true and remove "${outcome}".`,
  };
}
