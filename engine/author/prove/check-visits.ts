import type { ExpressionUse } from '../expression-uses.ts';
import { type ExpressionSyntax, type Span, toExpression } from '../expression/syntax.ts';
import type { Finding, Findings, RelatedFinding } from '../finding.ts';
import type { Flow } from '../flow.ts';
import { type EdgePlace, edgePlaces, ProofContext } from './proof-context.ts';
import { notDecided } from './not-decided.ts';
import { proveFunnel } from './prove-funnel.ts';
import type { MissingAnswer, RecallUse, UnreachableEdge, UnreachableOutcome, UnreachableStep } from './verdicts.ts';
import { targetsOf } from '../rules/next-targets.ts';
import { questionOf } from '../steps/index.ts';
import type { PlacedRecall, TextUse, Words } from '../words/words.ts';
import type { CompiledFunnel } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { evaluate, type Scope } from '../../run/expression.ts';

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

/** Conditions that read an answer which some visitors haven't given. */
function* answersMissing(context: ProofContext): Findings {
  for (const missing of context.proof.missingAnswers) {
    const isWritten = context.pathOf(missing.asked).at(-1) !== 'next';
    if (isWritten && !context.isNeverAsked(missing.field)) yield answerMissing(context, missing);
  }
}

function answerMissing(context: ProofContext, { asked, field, visit }: MissingAnswer): Finding {
  const { flow, funnel, expressions } = context;
  const path = context.pathOf(asked);
  const place = path.join('/');
  const use = expressions.find((each) => each.path.join('/') === place);
  const written = expressions.filter((each) => each.path[0] === 'variables');
  const variables = new Map(written.map((each) => [String(each.path[1]), each.parsed.syntax] as const));
  for (const { name, kind } of funnel.variables) if (kind === 'sum') variables.set(name, undefined);
  const scope = scopeOfVisit(funnel, visit);
  const read = use?.parsed.syntax && findRead(use.parsed.syntax, { field, scope, variables });
  const isDirect = read === undefined || read.name === field;
  return {
    in: flow.document,
    path,
    ...(read && { within: { start: read.start, end: read.end } }),
    code: 'answer_missing',
    message: isDirect
      ? `Some visitors come here without an answer to "${field}".`
      : `"${read.name}" reads the answer "${field}", and some visitors come here without one.`,
    hint: hintFor(context, field),
    related: askedHere(context, field),
    counterexample: visit,
  };
}

/** What to write for those who were not asked: a number that stands for their answer, or that they are left out. */
function hintFor({ flow }: ProofContext, field: string): string {
  const type = questionOf(flow.stepsByField.get(field)?.value.type)?.valueType(new Set(), field);
  const leaveOut = `rite answered(${field}) and … in front of it, so that it only counts for those who have answered.`;
  if (type?.kind !== 'number') return `W${leaveOut}`;
  return `Write default(${field}, 0) if it is 0 for those who haven't answered, or w${leaveOut}`;
}

/** A recall without a fallback, in a text that allows recalls. */
interface PlacedUse {
  readonly words: Words;
  readonly use: TextUse;
  readonly placed: PlacedRecall;
  readonly recall: RecallUse;
}

/** The recalls of words that need an answer, or the value of a variable. */
function* recallsIn({ flow, funnel, words }: Pick<ProofContext, 'flow' | 'funnel' | 'words'>): Iterable<PlacedUse> {
  const variables = new Set(funnel.variables.map(({ name }) => name));
  for (const locale of words) {
    for (const use of locale.texts) {
      const { owner } = use;
      if (!owner || !use.allowsRecalls) continue;
      const at: RecallUse['at'] =
        owner.section === 'steps' ? { kind: 'step', step: owner.id } : { kind: 'outcome', outcome: owner.id };
      for (const placed of use.parsed.recalls) {
        if (placed.fallback !== undefined) continue;
        if (!flow.stepsByField.has(placed.recall) && !variables.has(placed.recall)) continue;
        yield { words: locale, use, placed, recall: { at, field: placed.recall } };
      }
    }
  }
}

/** Recalls that some readers have given no answer for. */
function* recallsMissing(context: ProofContext): Findings {
  const visits = new Map(context.proof.missingRecalls.map((missing) => [keyOf(missing), missing.visit]));
  for (const { words, use, placed, recall } of recallsIn(context)) {
    const visit = visits.get(keyOf(recall));
    if (!visit || context.isNeverAsked(recall.field)) continue;
    yield {
      in: words.document,
      path: use.path,
      within: { start: placed.start, end: placed.end },
      code: 'recall_missing',
      message: context.flow.stepsByField.has(recall.field)
        ? `Some visitors read this without having answered "${recall.field}".`
        : `Some visitors read this where "${recall.field}" has no value: an answer is missing, or it divides by 0.`,
      hint: `Say what they read instead: {{${recall.field}|…}}.`,
      related: [...askedHere(context, recall.field), ...reckonedHere(context, recall.field)],
      counterexample: visit,
    };
  }
}

function reckonedHere({ flow }: ProofContext, name: string): readonly RelatedFinding[] {
  if (!Object.hasOwn(flow.value.variables ?? {}, name)) return [];
  return [{ in: flow.document, path: ['variables', name], target: 'key', note: `"${name}" is worked out here.` }];
}

/** Equal for recalls of the same answer in the same place. */
function keyOf({ at, field }: RecallUse): string {
  return JSON.stringify([at.kind, at.kind === 'step' ? at.step : at.outcome, field]);
}

function askedHere({ flow }: ProofContext, field: string): readonly RelatedFinding[] {
  const asking = flow.stepsByField.get(field);
  return asking ? [{ in: flow.document, path: [...asking.path, 'id'], note: `"${field}" is asked here.` }] : [];
}

interface FindRead {
  readonly field: string;
  /** What the visit has answered by then. */
  readonly scope: Scope;
  /** How the variables of the flow are reckoned. */
  readonly variables: ReadonlyMap<string, ExpressionSyntax | undefined>;
}

/** The first name in a condition by which it reads an answer that the visit doesn't have: the answer's, or a variable's. */
function findRead(syntax: ExpressionSyntax, find: FindRead): (Span & { readonly name: string }) | undefined {
  const { field, scope, variables } = find;
  switch (syntax.kind) {
    case 'name': {
      const variable = variables.get(syntax.name);
      const isRead = variable
        ? findRead(variable, find) !== undefined
        : syntax.name === field && scope.answer(field) === undefined;
      return isRead ? syntax : undefined;
    }
    case 'binary': {
      const found = findRead(syntax.left, find);
      if (found) return found;
      const isTrue =
        evaluate(
          toExpression(syntax.left, (name) => variables.has(name)),
          scope,
        ) === true;
      if ((syntax.operator === 'and' && !isTrue) || (syntax.operator === 'or' && isTrue)) return undefined;
      return findRead(syntax.right, find);
    }
    case 'unary':
      return findRead(syntax.operand, find);
    case 'list':
      return firstOf(syntax.items, find);
    case 'call':
      return findReadInCall(syntax, find);
    case 'literal':
    case 'member':
      return undefined;
  }
}

function findReadInCall(
  { name, arguments: values }: ExpressionSyntax & { kind: 'call' },
  find: FindRead,
): ReturnType<typeof findRead> {
  const valueOf = (syntax: ExpressionSyntax) =>
    evaluate(
      toExpression(syntax, (each) => find.variables.has(each)),
      find.scope,
    );
  switch (name) {
    case 'answered':
    case 'count':
      return undefined;
    case 'default':
      return valueOf(values[0]!) === undefined ? findRead(values[1]!, find) : undefined;
    case 'if':
      return findRead(values[0]!, find) ?? findRead(values[valueOf(values[0]!) === true ? 1 : 2]!, find);
    default:
      return firstOf(values, find);
  }
}

function firstOf(parts: readonly ExpressionSyntax[], find: FindRead): ReturnType<typeof findRead> {
  for (const part of parts) {
    const found = findRead(part, find);
    if (found) return found;
  }
  return undefined;
}

/** What conditions can see of a visit at its end. */
function scopeOfVisit(funnel: CompiledFunnel, { variants, query, steps }: ExampleVisit): Scope {
  const given = new Map(steps.map(({ step, answer }) => [step, answer]));
  const scope: Scope = {
    answer(field) {
      const step = funnel.steps.find((each) => 'field' in each && each.field === field);
      return step && given.get(step.id);
    },
    variable(name) {
      const variable = funnel.variables.find((each) => each.name === name);
      if (variable?.kind === 'value') return evaluate(variable.value, scope);
      return sumOfVisit(funnel, given, variable?.dimension ?? name);
    },
    variant: (name) => variants?.[name] ?? funnel.experiments.find((each) => each.name === name)?.variants[0]?.name,
    query: (name) => query?.[name],
  };
  return scope;
}

function sumOfVisit(
  { steps }: CompiledFunnel,
  given: ReadonlyMap<string, ExampleVisit['steps'][number]['answer']>,
  dimension: string,
): number {
  let sum = 0;
  for (const step of steps) {
    if (!('options' in step)) continue;
    const chosen = [given.get(step.id) ?? []].flat();
    for (const { key, scores } of step.options) if (chosen.includes(key)) sum += scores?.[dimension] ?? 0;
  }
  return sum;
}
