import { locate } from '../document.ts';
import type { ExpressionUse } from '../expression-uses.ts';
import type { Finding, Findings, RelatedFinding } from '../finding.ts';
import type { Flow, FlowStep } from '../flow.ts';
import { showIfPath } from '../for-each.ts';
import { edgePlaces, groupsBy, type NeverTrue, ProofContext } from './proof-context.ts';
import { checksInVain, areStopped } from './checks.ts';
import { offersTooFew, optionsUnreachable } from './dependent-options.ts';
import { chartValuesIn, chartValuesMissing, recallKey, recallsIn, recallsMissing } from './missing-recalls.ts';
import { valuesMissing } from './missing-values.ts';
import { notDecided } from './not-decided.ts';
import { proveFunnel } from '../prove/prove-funnel.ts';
import { branchesUnreachable } from './unreachable-branches.ts';
import { outcomesUnreachable } from './unreachable-outcomes.ts';
import { textsUnread } from './unread-texts.ts';
import type { UnreachableStep } from '../prove/verdicts.ts';
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
  const shown = [...recallsIn(input), ...chartValuesIn(input)];
  const recalls = new Map(shown.map(({ recall }) => [recallKey(recall), recall]));
  const proof = proveFunnel(input.funnel, [...recalls.values()]);
  const context = new ProofContext({ ...input, proof });
  if (areStopped(context)) return [...checksInVain(context), ...offersTooFew(context), ...valuesMissing(context)];
  const unreachable = [
    ...stepsUnreachable(context),
    ...optionsUnreachable(context),
    ...branchesUnreachable(context),
    ...outcomesUnreachable(context),
  ];
  const found = [
    ...oncePerCondition(unreachable),
    ...checksInVain(context),
    ...valuesMissing(context),
    ...recallsMissing(context),
    ...chartValuesMissing(context),
    ...goalsTwice(context),
  ];
  const unread = found.length > 0 ? [] : textsUnread(context, [...recalls.values()]);
  if (proof.kind === 'proved') return [...found, ...unread];
  const open = notDecided(context, proof);
  return [...found, ...unread.filter(({ code }) => code !== 'not_decided' || open.length === 0), ...open];
}

/** What is never true is reported where it is written first, with the other places that have the same condition. */
function oncePerCondition(findings: readonly (Finding | NeverTrue)[]): readonly Finding[] {
  const groups = groupsBy(findings, (each) => ('never' in each ? each.never.condition : each));
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted((one, other) => orderOf(one) - orderOf(other)) as [
      Finding,
      ...NeverTrue[],
    ];
    const written = others.filter((each) => startOf(each) !== startOf(first));
    const related = written.map(({ in: document, path, never }) => ({
      in: document,
      path,
      note: `The same condition: ${never.result}.`,
    }));
    const aliases = others.filter((each) => !written.includes(each)); // these are found at the place of the first
    return [{ ...first, related: [...(first.related ?? []), ...related] }, ...aliases];
  });
}

function startOf({ in: document, path }: Finding): number {
  return locate(document, path).range.start;
}

/** Steps by their place, then outcomes. */
function orderOf({ path: [section, at] }: Finding): number {
  return section === 'steps' ? Number(at) : Infinity;
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
function* stepsUnreachable(context: ProofContext): Iterable<Finding | NeverTrue> {
  const { proof, funnel } = context;
  for (const unreachable of proof.unreachableSteps) {
    const { step: id, isHidden, visit } = unreachable;
    const step = context.step(id);
    const { path, value } = step;
    const showIf = showIfPath(step);
    const condition = funnel.steps.find((each) => each.id === id)?.showIf;
    if (isHidden ? context.isExplained(condition, showIf) : isLedToInVain(context, unreachable)) continue;
    const name = nameOfUnseen(context, step);
    if (name === undefined) continue;
    const goal = value.goal === undefined ? '' : ` Its goal "${value.goal}" is never reached.`;
    yield {
      in: context.flow.document,
      path: isHidden ? showIf : [...path, 'id'],
      code: 'step_unreachable',
      message: isHidden
        ? `No visitor is shown "${name}": this is true for none of those who come to it.${goal}`
        : `No visitor is shown "${name}": every branch leads past it.${goal}`,
      hint: isHidden
        ? 'Correct the condition, or remove the step.'
        : `Lead visitors here with next: ${step.writtenOut?.from.id ?? id}, or remove the step.`,
      related: [...(isHidden ? [] : leadingPast(context, id)), ...followingFrom(context, id)],
      counterexample: visit,
      ...(isHidden && condition !== undefined && { never: { condition, result: `no visitor is shown "${name}"` } }),
    };
  }
}

/** What a step is called that no visitor is shown: one with `for_each` once, if that is so of all that it is written out to. */
function nameOfUnseen({ flow, unseen }: ProofContext, step: FlowStep): string | undefined {
  const from = step.writtenOut?.from;
  const all = flow.steps.filter(({ writtenOut }) => from && writtenOut?.from === from);
  if (!from || !all.every(({ id }) => unseen.has(id!))) return step.id;
  return step === all[0] ? from.id : undefined;
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

/** What isn't reported of its own, because it needs the answer to a step that no visitor is shown. */
function followingFrom(context: ProofContext, id: string): readonly RelatedFinding[] {
  const { flow, funnel, proof } = context;
  const asked = funnel.steps.find((step) => step.id === id)!;
  if (!('field' in asked)) return [];
  const { field } = asked;
  const steps = proof.unreachableSteps.flatMap(({ step, isHidden }) => {
    const needs = isHidden && context.uses(funnel.steps.find((each) => each.id === step)!.showIf, field);
    return needs ? [{ path: showIfPath(context.step(step)), note: `So no visitor is shown "${step}".` }] : [];
  });
  const outcomes = proof.unreachableOutcomes.flatMap(({ outcome }) => {
    const needs = context.uses(funnel.outcomes.find((each) => each.id === outcome)!.when, field);
    return needs ? [{ path: ['outcomes', outcome, 'when'], note: `So no visitor gets the outcome "${outcome}".` }] : [];
  });
  return [...steps, ...outcomes].slice(0, maxRelated).map((each) => ({ in: flow.document, ...each }));
}
