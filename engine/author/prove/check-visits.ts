import type { ExpressionUse } from '../expression-uses.ts';
import type { Finding, Findings, RelatedFinding } from '../finding.ts';
import type { Flow } from '../flow.ts';
import { type EdgePlace, edgePlaces, ProofContext } from './proof-context.ts';
import { keyOf, recallsIn, recallsMissing } from './missing-recalls.ts';
import { answersMissing, valuesMissing } from './missing-values.ts';
import { notDecided } from './not-decided.ts';
import { proveFunnel } from './prove-funnel.ts';
import type { UnreachableEdge, UnreachableOutcome, UnreachableStep } from './verdicts.ts';
import { targetsOf } from '../rules/next-targets.ts';
import type { Words } from '../words/words.ts';
import type { CompiledFunnel } from '../../model.ts';

interface CheckVisitsInput {
  readonly flow: Flow;
  readonly expressions: readonly ExpressionUse[];
  /** The flow, compiled. */
  readonly funnel: CompiledFunnel;
  /** The words that nothing is wrong with. */
  readonly words: readonly Words[];
}

/** What is wrong with the visits of a flow without other mistakes, without what only follows from a reported problem. */
export function checkVisits(input: CheckVisitsInput): readonly Finding[] {
  const recalls = new Map([...recallsIn(input)].map(({ recall }) => [keyOf(recall), recall]));
  const proof = proveFunnel(input.funnel, [...recalls.values()]);
  const context = new ProofContext({ ...input, proof });
  return [
    ...stepsUnreachable(context),
    ...branchesUnreachable(context),
    ...outcomesUnreachable(context),
    ...answersMissing(context),
    ...valuesMissing(context),
    ...recallsMissing(context),
    ...goalsTwice(context),
    ...(proof.kind === 'undecided' ? [notDecided(context, proof)] : []),
  ];
}

function* goalsTwice(context: ProofContext): Findings {
  const reported = new Set<string>();
  for (const { goal, steps, visit } of context.proof.goalsTwice) {
    const [first, second] = steps.map((id) => context.step(id));
    if (reported.has(second!.id!)) continue;
    reported.add(second!.id!);
    yield {
      in: context.flow.document,
      path: [...second!.path, 'goal'],
      code: 'goal_twice',
      message: `A visit can come to the goal "${goal}" twice.`,
      hint: 'Give the two steps goals of their own. Only steps that no visitor passes both of may share one.',
      related: [{ in: context.flow.document, path: [...first!.path, 'goal'], note: 'The first time.' }],
      counterexample: visit,
    };
  }
}

/** Steps that are shown to no visitor. */
function* stepsUnreachable(context: ProofContext): Findings {
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
        ? `No visitor is shown "${id}": this is true for none of those who come to it.${goal}`
        : `No visitor is shown "${id}": every branch leads past it.${goal}`,
      hint: isHidden
        ? 'Correct the condition, or remove the step.'
        : `Lead visitors here with next: ${id}, or remove the step.`,
      ...(!isHidden && { related: leadingPast(context, id) }),
      counterexample: visit,
    };
  }
}

/** Whether a step is unreachable only because of something else: a branch that no visitor takes, a step that none sees. */
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

/** Branches of a step that no visitor takes. */
function* branchesUnreachable(context: ProofContext): Findings {
  const reported = new Set<string>();
  for (const edge of context.proof.unreachableEdges) {
    const place = edgePlaces(context.step(edge.step))[edge.edge]!;
    const { when } = context.funnel.steps.find(({ id }) => id === edge.step)!.next[edge.edge]!;
    if (place.kind === 'below' || context.isExplained(when, place.path)) continue;
    // Where one branch takes all visitors, none takes those below it; the first of them is reported.
    if (edge.isShadowed && reported.has(edge.step) && isTail(context, edge)) continue;
    if (edge.isShadowed) reported.add(edge.step);
    yield branchUnreachable(context, edge, place);
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

/** Outcomes that no visitor gets. */
function* outcomesUnreachable(context: ProofContext): Findings {
  const { funnel, proof } = context;
  const dead = new Set(proof.unreachableOutcomes.map(({ outcome }) => outcome));
  const lastReached = funnel.outcomes.findLastIndex(({ id }) => !dead.has(id));
  let isTailReported = false;
  for (const unreachable of proof.unreachableOutcomes) {
    const at = funnel.outcomes.findIndex(({ id }) => id === unreachable.outcome);
    const { when } = funnel.outcomes[at]!;
    const path = ['outcomes', unreachable.outcome, when === undefined ? 'else' : 'when'];
    if (context.isExplained(when, path)) continue;
    const isTail = unreachable.shadowed !== undefined && at > lastReached;
    if (isTail && isTailReported) continue;
    isTailReported ||= isTail;
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
    const message = `No visitor gets the outcome "${outcome}": this is never true.`;
    return { ...place, message, hint: 'Correct the condition, or remove the outcome.' };
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
