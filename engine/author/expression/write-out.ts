import type { BinaryOperator, Expression, FunctionName } from '../../model.ts';
import { todayVariable } from './today.ts';

/** The functions that an author can write. Those that don't run are written out in those that do. */
export type WrittenFunction = FunctionName | 'clamp' | 'mean';

/** The keys of the options of an answer; of a matrix of its cells, `row.option`. */
export type KeysOf = (field: string) => Iterable<string>;

/** A call as the tree that runs has it. */
export function writeOut(name: WrittenFunction, values: readonly Expression[], keysOf: KeysOf): Expression {
  if (name === 'clamp') return call('min', call('max', values[0]!, values[1]!), values[2]!);
  if (name === 'mean') return meanOf(values);
  if (name === 'years_since') return call(name, ...values, todayVariable);
  if (name === 'count' && values.length > 1) return countOfRows(values, keysOf);
  return call(name, ...values);
}

/** Those that have a value are added up, and divided by how many they are. */
function meanOf(values: readonly Expression[]): Expression {
  const sum = values.map((value) => call('default', value, number(0)));
  const answered = values.map((value) => call('if', call('answered', value), number(1), number(0)));
  return binary('/', addUp(sum), addUp(answered));
}

/** How many rows of a matrix are answered with an option. */
function countOfRows([answer, option]: readonly Expression[], keysOf: KeysOf): Expression {
  if (answer?.kind !== 'answer' || option?.kind !== 'literal') return number(0);
  const cells = [...keysOf(answer.field)].filter((key) => key.endsWith(`.${String(option.value)}`));
  const rows = cells.map((cell) =>
    call('if', binary('has', answer, { kind: 'literal', value: cell }), number(1), number(0)),
  );
  return call('if', call('answered', answer), addUp(rows), number(0));
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
