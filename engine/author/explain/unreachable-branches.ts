import { type Finding, type Findings, listed } from '../finding.ts';
import { type EdgePlace, edgePlaces, groupsBy, type NeverTrue, type ProofContext } from './proof-context.ts';
import type { UnreachableEdge } from '../prove/verdicts.ts';

/** Branches of a step that no visitor takes. */
export function* branchesUnreachable(context: ProofContext): Iterable<Finding | NeverTrue> {
  yield* branchesAlwaysTaken(context);
  const reported = new Set<string>();
  for (const edge of context.proof.unreachableEdges) {
    const place = edgePlaces(context.step(edge.step))[edge.edge]!;
    const { when } = context.funnel.steps.find(({ id }) => id === edge.step)!.next[edge.edge]!;
    if (place.option !== undefined && isUnoffered(context, edge.step, place.option)) continue;
    if (place.kind === 'below' || context.isExplained(when, place.path)) continue;
    if (edge.isShadowed && isBelowAlwaysTrue(context, edge)) continue;
    // Where one branch takes all visitors, none takes those below it; the first of them is reported.
    if (edge.isShadowed && reported.has(edge.step) && isTail(context, edge)) continue;
    if (edge.isShadowed) reported.add(edge.step);
    const found = branchUnreachable(context, edge, place);
    const isNever = place.kind === 'when' && !edge.isShadowed && when !== undefined;
    yield isNever ? { ...found, never: { condition: when, result: 'no visitor takes this branch' } } : found;
  }
}

/** Whether the option that leads there is itself for nobody. */
function isUnoffered({ proof }: ProofContext, step: string, option: string): boolean {
  return proof.unofferedOptions.some((each) => each.step === step && each.option === option);
}

/** Whether the condition that the author wrote for a branch above it is true for all. */
function isBelowAlwaysTrue(context: ProofContext, { step, coveredBy }: UnreachableEdge): boolean {
  return coveredBy !== undefined && edgePlaces(context.step(step))[coveredBy]!.kind === 'when';
}

/** Branches that all visitors take who come so far, so that none takes those below. */
function* branchesAlwaysTaken(context: ProofContext): Findings {
  const { flow, proof, funnel } = context;
  const below = proof.unreachableEdges.filter((edge) => edge.isShadowed && isBelowAlwaysTrue(context, edge));
  for (const [step, edges] of groupsBy(below, (edge) => edge.step)) {
    const { next } = funnel.steps.find(({ id }) => id === step)!;
    const targets = [...new Set(edges.map(({ edge }) => next[edge]!.to ?? 'finish'))];
    const places = edgePlaces(context.step(step));
    const [first] = edges as [UnreachableEdge];
    yield {
      in: flow.document,
      path: places[first.coveredBy!]!.path,
      code: 'always_true',
      message: `This is true for all visitors who come here, so none takes the branches below it, to ${listed(targets)}.`,
      hint: 'Correct the condition; or write else in place of it, and remove those below it.',
      related: edges.map(({ edge }) => ({
        in: flow.document,
        path: places[edge]!.path,
        note: 'No visitor takes this branch.',
      })),
      counterexample: first.visit,
    };
  }
}

/** Whether no visitor takes any of the branches from this one on. */
function isTail({ proof, funnel }: ProofContext, { step, edge }: UnreachableEdge): boolean {
  const edges = funnel.steps.find(({ id }) => id === step)!.next.length;
  const dead = new Set(proof.unreachableEdges.filter((each) => each.step === step).map((each) => each.edge));
  return Array.from({ length: edges - edge }, (_, at) => edge + at).every((each) => dead.has(each));
}

function branchUnreachable({ flow }: ProofContext, { isShadowed, visit }: UnreachableEdge, place: EdgePlace): Finding {
  const isLast = place.kind === 'else' || place.kind === 'next';
  const [message, hint] = isLast
    ? [
        'No visitor takes this branch: those above it take all visitors.',
        'Write else in place of the last condition above it, or remove this branch.',
      ]
    : place.kind === 'option'
      ? [
          isShadowed
            ? `No visitor takes this branch: all who choose "${place.option}" take the branch of an option above it.`
            : `No visitor takes this branch: "${place.option}" can't be chosen by those who come here.`,
          'Move the option up, or remove its next.',
        ]
      : isShadowed
        ? [
            'No visitor takes this branch: where this is true, one above it comes first.',
            'Put the narrower condition first.',
          ]
        : ['No visitor takes this branch: this is never true here.', 'Correct the condition, or remove this branch.'];
  return { in: flow.document, path: place.path, code: 'branch_unreachable', message, hint, counterexample: visit };
}
