import { type ExpressionSyntax, type Span, toExpression } from '../expression/syntax.ts';
import type { Finding, Findings, RelatedFinding } from '../finding.ts';
import type { ProofContext } from './proof-context.ts';
import type { MissingAnswer, RecallUse } from './verdicts.ts';
import type { PlacedRecall, TextUse, Words } from '../words/words.ts';
import type { CompiledFunnel } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { evaluate, type Scope } from '../../run/expression.ts';

/** Conditions that read an answer which some visitors haven't given. */
export function* answersMissing(context: ProofContext): Findings {
  for (const missing of context.proof.missingAnswers) {
    const isWritten = context.pathOf(missing.asked).at(-1) !== 'next';
    if (isWritten && !context.isUnasked(missing.field)) yield answerMissing(context, missing);
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
    hint: `Write answered(${field}) and … in front of it, so that it only counts for those who have answered.`,
    related: askedHere(context, field),
    counterexample: visit,
  };
}

/** A recall without a fallback, in a text that allows recalls. */
interface PlacedUse {
  readonly words: Words;
  readonly use: TextUse;
  readonly placed: PlacedRecall;
  readonly recall: RecallUse;
}

/** The recalls of words that need an answer which is asked for above their step. */
export function* recallsIn({ flow, words }: Pick<ProofContext, 'flow' | 'words'>): Iterable<PlacedUse> {
  for (const locale of words) {
    for (const use of locale.texts) {
      const { owner } = use;
      if (!owner || !use.allowsRecalls) continue;
      const at: RecallUse['at'] =
        owner.section === 'steps' ? { kind: 'step', step: owner.id } : { kind: 'outcome', outcome: owner.id };
      for (const placed of use.parsed.recalls) {
        if (placed.fallback !== undefined || !flow.stepsByField.has(placed.recall)) continue;
        yield { words: locale, use, placed, recall: { at, field: placed.recall } };
      }
    }
  }
}

/** Recalls that some readers have given no answer for. */
export function* recallsMissing(context: ProofContext): Findings {
  const visits = new Map(context.proof.missingRecalls.map((missing) => [keyOf(missing), missing.visit]));
  for (const { words, use, placed, recall } of recallsIn(context)) {
    const visit = visits.get(keyOf(recall));
    if (!visit || context.isUnasked(recall.field)) continue;
    yield {
      in: words.document,
      path: use.path,
      within: { start: placed.start, end: placed.end },
      code: 'recall_missing',
      message: `Some visitors read this without having answered "${recall.field}".`,
      hint: `Say what they read instead: {{${recall.field}|…}}.`,
      related: askedHere(context, recall.field),
      counterexample: visit,
    };
  }
}

/** Equal for recalls of the same answer in the same place. */
export function keyOf({ at, field }: RecallUse): string {
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
      return syntax.name === 'answered' || syntax.name === 'count' ? undefined : firstOf(syntax.arguments, find);
    case 'literal':
    case 'member':
      return undefined;
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
