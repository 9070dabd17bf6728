import type { BinaryOperator, Expression, FunctionName } from '../../model.ts';
import { fold } from '../../run/fold.ts';
import { minutesInDay } from '../../run/times.ts';
import { todayVariable } from './today.ts';

/** The functions that an author can write. Those that don't run are written out in those that do. */
export type WrittenFunction = FunctionName | 'clamp' | 'mean' | 'place' | 'hours_between' | Ranking;

/** Those that give the name of a dimension. */
export type Ranking = 'best' | 'second';

/** What functions are written out with. */
export interface WrittenOutWith {
  /** The keys of the options of an answer; of a matrix of its cells, `row.option`. */
  readonly keysOf: (field: string) => Iterable<string>;
  /** In the order of the file. */
  readonly dimensions: readonly string[];
}

/** A call as the tree that runs has it. */
export function writeOut(
  name: WrittenFunction,
  values: readonly Expression[],
  { keysOf, dimensions }: WrittenOutWith,
): Expression {
  if (name === 'clamp') return call('min', call('max', values[0]!, values[1]!), values[2]!);
  if (name === 'mean') return meanOf(values);
  if (name === 'best' || name === 'second') {
    const named = values.flatMap((value) => (value.kind === 'variable' ? [value.name] : []));
    const inOrder = dimensions.filter((dimension) => named.includes(dimension));
    return name === 'best' ? bestOf(inOrder) : secondOf(inOrder);
  }
  if (name === 'years_since') return call(name, ...values, todayVariable);
  if (name === 'place') return placeOf(values);
  if (name === 'hours_between') return hoursBetween(values[0]!, values[1]!);
  if (name === 'contains') return call(name, ...values.map(folded));
  if (name === 'count' && values.length > 1) return countOfRows(values, keysOf);
  if (name === 'answered' && values.length > 1) return isRowAnswered(values, keysOf);
  return call(name, ...values);
}

/** Those that have a value are added up, and divided by how many they are. */
function meanOf(values: readonly Expression[]): Expression {
  const sum = values.map((value) => call('default', value, number(0)));
  const answered = values.map((value) => call('if', call('answered', value), number(1), number(0)));
  return binary('/', addUp(sum), addUp(answered));
}

/** Whether a row of a matrix is answered, with whichever option. */
function isRowAnswered([answer, row]: readonly Expression[], keysOf: WrittenOutWith['keysOf']): Expression {
  if (answer?.kind !== 'answer' || row?.kind !== 'literal') return { kind: 'literal', value: false };
  const cells = [...keysOf(answer.field)].filter((key) => key.startsWith(`${String(row.value)}.`));
  const isAny = cells
    .map((cell) => binary('has', answer, { kind: 'literal', value: cell }))
    .reduce((one, other) => binary('or', one, other));
  return binary('and', call('answered', answer), isAny);
}

/** How many rows of a matrix are answered with an option. */
function countOfRows([answer, option]: readonly Expression[], keysOf: WrittenOutWith['keysOf']): Expression {
  if (answer?.kind !== 'answer' || option?.kind !== 'literal') return number(0);
  const cells = [...keysOf(answer.field)].filter((key) => key.endsWith(`.${String(option.value)}`));
  const rows = cells.map((cell) =>
    call('if', binary('has', answer, { kind: 'literal', value: cell }), number(1), number(0)),
  );
  return call('if', call('answered', answer), addUp(rows), number(0));
}

/** The name of the dimension with the most points; of those with as many, the first. */
function bestOf([first, ...others]: readonly string[]): Expression {
  const name: Expression = { kind: 'literal', value: first ?? '' };
  return first === undefined || others.length === 0 ? name : call('if', isAtLeast(first, others), name, bestOf(others));
}

/** The best one but for the best. `passed`: those that are known not to be the best. */
function secondOf([first, ...others]: readonly string[], passed: readonly string[] = []): Expression {
  if (first === undefined || others.length === 0) return bestOf(passed);
  const isBest = isAtLeast(first, others);
  return call('if', isBest, bestOf([...passed, ...others]), secondOf(others, [...passed, first]));
}

function isAtLeast(dimension: string, others: readonly string[]): Expression {
  const points: Expression = { kind: 'variable', name: dimension };
  return others
    .map((other) => binary('>=', points, { kind: 'variable', name: other }))
    .reduce((one, more) => binary('and', one, more));
}

/** Where an option of a rank stands: of what stands first the answer itself tells. */
function placeOf([answer, option]: readonly Expression[]): Expression {
  if (answer?.kind !== 'answer' || option?.kind !== 'literal') return number(0);
  const place: Expression = { kind: 'answer', field: `${answer.field}.${String(option.value)}` };
  return call('if', binary('==', answer, option), number(1), place);
}

/** From one time to the next that is the other one: what is earlier by the clock is on the next day. */
function hoursBetween(from: Expression, to: Expression): Expression {
  const minutes = binary('-', to, from);
  const overMidnight = binary('+', minutes, number(minutesInDay));
  return binary('/', call('if', binary('<', to, from), overMidnight, minutes), number(60));
}

/** What is looked for in a text, without its case and its accents. */
function folded(expression: Expression): Expression {
  return expression.kind === 'literal' ? { ...expression, value: fold(String(expression.value)) } : expression;
}

function addUp(values: readonly Expression[]): Expression {
  return values.reduce((sum, each) => binary('+', sum, each), number(0));
}

function call(name: FunctionName, ...values: readonly Expression[]): Expression {
  return { kind: 'call', name, arguments: values };
}

function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator, left, right };
}

function number(value: number): Expression {
  return { kind: 'literal', value };
}
