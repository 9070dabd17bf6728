import type { Path } from '../problem.ts';
import { rankedNames } from './expression/ranked.ts';
import { parseExpression, type ParsedExpression } from './expression/parse.ts';
import type { ExpressionSyntax } from './expression/syntax.ts';
import type { Purpose } from './expression/check.ts';
import type { BranchValue, Flow } from './flow.ts';
import { ownOffset, showIfPath } from './for-each.ts';
import { chartTexts } from './steps/chart.ts';

/** One expression of a flow: where it stands, what it is for, and how it was read. */
export interface ExpressionUse {
  readonly path: Path;
  readonly text: string;
  readonly purpose: Purpose;
  /** How many characters of the text stand before what is at the path. */
  readonly offset?: number;
  readonly parsed: ParsedExpression;
}

/** Reads every expression of a flow. Equal texts are read once. */
export function readExpressions(flow: Flow): readonly ExpressionUse[] {
  const read = new Map<string, ParsedExpression>();
  const parse = (text: string): ParsedExpression => {
    const known = read.get(text) ?? parseExpression(text);
    read.set(text, known);
    return known;
  };
  return [...expressionTexts(flow)].map((use) => ({ ...use, parsed: parse(use.text) }));
}

function* expressionTexts({ value, steps }: Flow): Iterable<Omit<ExpressionUse, 'parsed'>> {
  for (const [name, variable] of Object.entries(value.variables ?? {})) {
    if (variable.value !== undefined) {
      const isRanked = rankedNames(variable.value) !== undefined;
      const purpose = isRanked ? 'name' : variable.format?.date === undefined ? 'number' : 'date';
      yield { path: ['variables', name, 'value'], text: String(variable.value), purpose };
    }
    yield* branchTexts(['variables', name, 'text'], variable.text ?? []);
  }
  for (const written of steps) {
    const { path, value: step, options, next, nextPath, writtenOut } = written;
    if (step.show_if !== undefined)
      yield { path: showIfPath(written), text: step.show_if, purpose: 'condition', offset: ownOffset(written) };
    for (const option of options) {
      const { show_if: text } = option.value;
      if (text !== undefined) yield { path: [...option.path, 'show_if'], text, purpose: 'condition' };
    }
    if (step.check?.that !== undefined)
      yield { path: [...path, 'check', 'that'], text: step.check.that, purpose: 'condition' };
    for (const part of step.chart ? chartTexts(step.chart) : [])
      yield { path: [...path, 'chart', ...part.path], text: part.text, purpose: 'number' };
    if (writtenOut?.onward)
      yield { path: [...nextPath, 'for_each'], text: writtenOut.onward.when, purpose: 'condition' };
    if (typeof next === 'object') yield* branchTexts(nextPath, next);
  }
  for (const [id, outcome] of Object.entries(value.outcomes ?? {})) {
    if (outcome.when !== undefined) yield { path: ['outcomes', id, 'when'], text: outcome.when, purpose: 'condition' };
  }
}

function* branchTexts(
  path: Path,
  branches: readonly (BranchValue | undefined)[],
): Iterable<Omit<ExpressionUse, 'parsed'>> {
  for (const [index, branch] of branches.entries()) {
    if (branch?.when !== undefined) yield { path: [...path, index, 'when'], text: branch.when, purpose: 'condition' };
  }
}

/** Every bare name in an expression. */
export function* namesIn(syntax: ExpressionSyntax): Iterable<ExpressionSyntax & { kind: 'name' }> {
  for (const part of partsIn(syntax)) if (part.kind === 'name') yield part;
}

/** Every part of an expression, itself included. */
export function* partsIn(syntax: ExpressionSyntax): Iterable<ExpressionSyntax> {
  yield syntax;
  switch (syntax.kind) {
    case 'unary':
      yield* partsIn(syntax.operand);
      break;
    case 'binary':
      yield* partsIn(syntax.left);
      yield* partsIn(syntax.right);
      break;
    case 'list':
      for (const item of syntax.items) yield* partsIn(item);
      break;
    case 'call':
      for (const argument of syntax.arguments) yield* partsIn(argument);
      break;
    case 'name':
    case 'literal':
    case 'member':
      break;
  }
}

/** The answers and the dimensions that a name stands for, itself or by variables. */
export function* readBy(
  name: string,
  flow: Flow,
  expressions: readonly ExpressionUse[],
  seen: ReadonlySet<string> = new Set(),
): Iterable<string> {
  const isVariable = !flow.stepsByField.has(name) && !seen.has(name);
  const uses = expressions.filter(({ path }) => isVariable && path[0] === 'variables' && path[1] === name);
  if (uses.length === 0) yield (isVariable && flow.value.variables?.[name]?.sum) || name;
  for (const { parsed } of uses)
    for (const part of parsed.syntax ? namesIn(parsed.syntax) : [])
      yield* readBy(part.name, flow, expressions, new Set([...seen, name]));
}
