import type { ExpressionUse } from '../expression-uses.ts';
import type { ExpressionSyntax } from '../expression/syntax.ts';
import type { Finding, Findings, RelatedFinding } from '../finding.ts';
import { questionOf } from '../steps/index.ts';
import { askedHere, type ProofContext } from './proof-context.ts';
import type { Asked, MissingAnswer, MissingValue } from './verdicts.ts';
import { type FoundRead, VisitReads } from './visit-reads.ts';

/** Conditions that read an answer which some visitors haven't given. */
export function* answersMissing(context: ProofContext): Findings {
  for (const missing of context.proof.missingAnswers) {
    if (isWritten(context, missing.asked) && !context.isNeverAsked(missing.field))
      yield answerMissing(context, missing);
  }
}

/** Whether the author wrote the condition; an option's `next` has one that follows from it. */
function isWritten(context: ProofContext, asked: Asked): boolean {
  return context.pathOf(asked).at(-1) !== 'next';
}

function answerMissing(context: ProofContext, { asked, field, visit }: MissingAnswer): Finding {
  const use = expressionAt(context, asked);
  const read = use && new VisitReads(context.funnel, context.expressions, visit).ofAnswer(use, field);
  const name = read && (read.by ?? read.part);
  return {
    in: context.flow.document,
    path: context.pathOf(asked),
    ...(name && { within: { start: name.start, end: name.end } }),
    code: 'answer_missing',
    message:
      read?.by?.kind === 'name'
        ? `"${read.by.name}" reads the answer "${field}", and some visitors come here without one.`
        : `Some visitors come here without an answer to "${field}".`,
    hint: hintForAnswer(context, field),
    related: askedHere(context, field),
    counterexample: visit,
  };
}

/** What to write for those who were not asked: a number that stands for their answer, or that they are left out. */
function hintForAnswer(context: ProofContext, field: string): string {
  const leaveOut = `rite answered(${field}) and … in front of it, so that it only counts for those who have answered.`;
  if (!isNumber(context, field)) return `W${leaveOut}`;
  return `Write default(${field}, 0) if it is 0 for those who haven't answered, or w${leaveOut}`;
}

/** Whether the answer to a question is a number. */
function isNumber({ flow }: ProofContext, field: string): boolean {
  return questionOf(flow.stepsByField.get(field)?.value.type)?.valueType(new Set(), field).kind === 'number';
}

function expressionAt(context: ProofContext, asked: Asked): ExpressionUse | undefined {
  const place = context.pathOf(asked).join('/');
  return context.expressions.find(({ path }) => path.join('/') === place);
}

/** Divisions by 0, and other arithmetic without a value, that conditions read: each once, with the shortest of its visits. */
export function* valuesMissing(context: ProofContext): Findings {
  const byPlace = new Map<string, Finding>();
  for (const missing of context.proof.missingValues) {
    const use = expressionAt(context, missing.asked);
    const reads = new VisitReads(context.funnel, context.expressions, missing.visit);
    const read = use && reads.ofComputation(use, missing.computation);
    if (!read) continue;
    const found = valueMissing(context, missing, read);
    const place = JSON.stringify([found.path, found.within]);
    const known = byPlace.get(place);
    byPlace.set(place, known ? joined(known, found) : found);
  }
  yield* byPlace.values();
}

/** The same thing, read by two conditions. */
function joined(one: Finding, other: Finding): Finding {
  const [first, second] = [one, other].toSorted((a, b) => lengthOf(a) - lengthOf(b)) as [Finding, Finding];
  return { ...first, related: [...(first.related ?? []), ...(second.related ?? [])] };
}

function lengthOf({ counterexample }: Finding): number {
  return counterexample?.steps.length ?? 0;
}

function valueMissing(context: ProofContext, { asked, visit }: MissingValue, { part, by, use }: FoundRead): Finding {
  const { flow } = context;
  const whole = use.text.slice(part.start, part.end);
  const divisor =
    part.kind === 'binary' && part.operator === '/' ? withoutParentheses(use.text, part.right) : undefined;
  const readHere: RelatedFinding = {
    in: flow.document,
    path: context.pathOf(asked),
    note: 'This reads it.',
  };
  return {
    in: flow.document,
    path: use.path,
    within: { start: part.start, end: part.end },
    code: 'division_by_zero',
    message:
      divisor === undefined
        ? `For some visitors "${whole}" is no number, and has no value.`
        : `For some visitors this divides by 0, and has no value: their "${divisor}" is 0.`,
    hint: hintForComputation(context, whole, divisor),
    related: [...(divisor === undefined ? [] : askedHere(context, divisor)), ...(by ? [readHere] : [])],
    counterexample: visit,
  };
}

function withoutParentheses(text: string, part: ExpressionSyntax): string {
  const written = text.slice(part.start, part.end);
  return part.kind === 'binary' && part.operator !== '^' ? written.replace(/^\((.*)\)$/s, '$1') : written;
}

function hintForComputation(context: ProofContext, whole: string, divisor: string | undefined): string {
  const instead = `rite default(${whole}, 0) if 0 stands for it then`;
  if (divisor === undefined) return `W${instead}, or leave these visitors out by a condition in front of it.`;
  const other = `${instead}, or ${divisor} != 0 and … in front of it, so that it only counts for the others.`;
  return isNumber(context, divisor) ? `Give "${divisor}" a min above 0 if 0 makes no sense, or w${other}` : `W${other}`;
}
