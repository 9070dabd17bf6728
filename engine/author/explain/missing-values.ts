import type { ExpressionUse } from '../expression-uses.ts';
import type { ExpressionSyntax } from '../expression/syntax.ts';
import type { Finding, Findings, RelatedFinding } from '../finding.ts';
import type { ExampleVisit } from '../../problem.ts';
import { questionOf } from '../steps/index.ts';
import { missedRecalls } from './missing-recalls.ts';
import { askedHere, type ProofContext } from './proof-context.ts';
import type { Asked } from '../prove/verdicts.ts';
import { type FoundRead, VisitReads } from './visit-reads.ts';

/**
 * Answers and computations that have no value where a condition, or a text by a variable, reads them: each once, where
 * it is written, with the shortest of its visits.
 */
export function* valuesMissing(context: ProofContext): Findings {
  const byPlace = new Map<string, Finding>();
  for (const found of findMissing(context)) {
    const place = JSON.stringify([found.path, found.within]);
    const known = byPlace.get(place);
    byPlace.set(place, known ? joined(known, found) : found);
  }
  yield* byPlace.values();
}

function* findMissing(context: ProofContext): Findings {
  const { flow, funnel, expressions, proof } = context;
  const readsOf = (visit: ExampleVisit) => new VisitReads(funnel, expressions, visit);
  const readHere = (asked: Asked) => ({ in: flow.document, path: context.pathOf(asked), note: 'This reads it.' });
  for (const { asked, field, visit } of proof.missingAnswers) {
    if (!isWritten(context, asked) || context.isNeverAsked(field)) continue;
    const use = expressionAt(context, asked)!;
    const read = readsOf(visit).ofAnswer(use, field);
    if (read) yield answerMissing(context, { read, field, visit, ...(read.by && { reader: readHere(asked) }) });
  }
  for (const { asked, computation, visit } of proof.missingValues) {
    const use = expressionAt(context, asked);
    const read = use && readsOf(visit).ofComputation(use, computation);
    if (read) yield valueMissing(context, { read, visit, ...(read.by && { reader: readHere(asked) }) });
  }
  for (const { words, use, recall, read, visit } of missedRecalls(context)) {
    if (!read) continue;
    const reader = { in: words.document, path: use.path, note: `{{${recall.field}}} is read here.` };
    if (read.part.kind !== 'name') yield valueMissing(context, { read, visit, reader });
    else if (!context.isNeverAsked(read.part.name))
      yield answerMissing(context, { read, visit, reader, field: read.part.name });
  }
}

/** Whether the author wrote the condition; an option's `next` has one that follows from it. */
function isWritten(context: ProofContext, asked: Asked): boolean {
  return context.pathOf(asked).at(-1) !== 'next';
}

function expressionAt(context: ProofContext, asked: Asked): ExpressionUse | undefined {
  const place = context.pathOf(asked).join('/');
  return context.expressions.find(({ path }) => path.join('/') === place);
}

/** The same thing, read in two places. */
function joined(one: Finding, other: Finding): Finding {
  const [first, second] = [one, other].toSorted((a, b) => lengthOf(a) - lengthOf(b)) as [Finding, Finding];
  return { ...first, related: [...(first.related ?? []), ...(second.related ?? [])] };
}

function lengthOf({ counterexample }: Finding): number {
  return counterexample?.steps.length ?? 0;
}

interface Missing {
  readonly read: FoundRead;
  /** What reads it, if that is elsewhere. */
  readonly reader?: RelatedFinding;
  readonly visit: ExampleVisit;
}

function placeOf({ part, use }: FoundRead, context: ProofContext): Pick<Finding, 'in' | 'path' | 'within'> {
  const { offset = 0 } = use;
  return { in: context.flow.document, path: use.path, within: { start: part.start - offset, end: part.end - offset } };
}

function answerMissing(context: ProofContext, missing: Missing & { readonly field: string }): Finding {
  const { read, field, reader, visit } = missing;
  const variable = variableOf(read);
  const isText = variable !== undefined && context.flow.value.variables?.[variable]?.text !== undefined;
  return {
    ...placeOf(read, context),
    code: 'answer_missing',
    message:
      variable === undefined
        ? `Some visitors come here without an answer to "${field}".`
        : `"${variable}" is read for some visitors who have not answered "${field}".`,
    hint: hintForAnswer(context, field, isText ? undefined : variable),
    related: [...askedHere(context, field), ...(reader ? [reader] : [])],
    counterexample: visit,
  };
}

const variableOf = ({ use: { path } }: FoundRead) => (path[0] === 'variables' ? String(path[1]) : undefined);

/** What to write for those who were not asked: a number that stands for their answer, or that they are left out. */
function hintForAnswer(context: ProofContext, field: string, variable: string | undefined): string {
  const [place, text] =
    variable === undefined
      ? ['in front of it', '']
      : [`in front of what reads "${variable}"`, ` In texts, {{${variable}|…}} says what they read instead.`];
  const leaveOut = `rite answered(${field}) and … ${place}, so that it only counts for those who have answered.${text}`;
  if (!isNumber(context, field)) return `W${leaveOut}`;
  return `Write default(${field}, 0) if it is 0 for those who haven't answered, or w${leaveOut}`;
}

/** Whether the answer to a question is a number. */
function isNumber({ flow }: ProofContext, field: string): boolean {
  return questionOf(flow.stepsByField.get(field)?.value.type)?.valueType(new Set(), field).kind === 'number';
}

/** A division by 0, or other arithmetic without a value. */
function valueMissing(context: ProofContext, { read, reader, visit }: Missing): Finding {
  const { part, use } = read;
  const whole = use.text.slice(part.start, part.end);
  const divisor =
    part.kind === 'binary' && part.operator === '/' ? withoutParentheses(use.text, part.right) : undefined;
  return {
    ...placeOf(read, context),
    code: 'division_by_zero',
    message:
      divisor === undefined
        ? part.kind === 'call'
          ? `Some visitors answer none of what "${whole}" is of, and it has no value.`
          : `For some visitors "${whole}" is no number, and has no value.`
        : `For some visitors this divides by 0, and has no value: their "${divisor}" is 0.`,
    hint: hintForComputation(context, { whole, divisor, variable: variableOf(read) }),
    related: [...(divisor === undefined ? [] : askedHere(context, divisor)), ...(reader ? [reader] : [])],
    counterexample: visit,
  };
}

function withoutParentheses(text: string, part: ExpressionSyntax): string {
  const written = text.slice(part.start, part.end);
  return part.kind === 'binary' && part.operator !== '^' ? written.replace(/^\((.*)\)$/s, '$1') : written;
}

interface Computed {
  readonly whole: string;
  readonly divisor: string | undefined;
  /** Whose value it is. */
  readonly variable: string | undefined;
}

function hintForComputation(context: ProofContext, { whole, divisor, variable }: Computed): string {
  const [place, text] =
    variable === undefined
      ? ['in front of it', '']
      : [`in front of what reads "${variable}"`, ` In texts, {{${variable}|…}} says what is read instead.`];
  const instead = `rite default(${whole}, 0) if 0 stands for it then`;
  if (divisor === undefined) return `W${instead}, or leave these visitors out by a condition ${place}.${text}`;
  const other = `${instead}, or ${divisor} != 0 and … ${place}, so that it only counts for the others.${text}`;
  return isNumber(context, divisor) ? `Give "${divisor}" a min above 0 if 0 makes no sense, or w${other}` : `W${other}`;
}
