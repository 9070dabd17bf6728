import { dayNumber } from '../../run/days.ts';
import { todayName } from './today.ts';
import type { CompiledFunnel, Expression } from '../../model.ts';
import type { Operator, Term, Terms } from './terms.ts';

/** The names that expressions use, and what they stand for. */
export type Names = Pick<CompiledFunnel, 'variables' | 'dimensions' | 'experiments' | 'hiddenFields' | 'builtOn'>;

/** Reads expressions as terms, with variables written out. What is not declared is missing, as it is in a visit. */
export function termReader(terms: Terms, names: Names): (expression: Expression) => Term {
  const variables = new Map(names.variables.map((variable) => [variable.name, variable]));
  const dimensions = new Set(names.dimensions.map(({ name }) => name));
  const experiments = new Set(names.experiments.map(({ name }) => name));
  const written = new Map<string, Term>();

  function readVariable(name: string): Term {
    if (name === todayName) return terms.known(names.builtOn === undefined ? undefined : dayNumber(names.builtOn));
    const known = written.get(name);
    if (known) return known;
    written.set(name, terms.missing); // a variable of itself is missing
    const variable = variables.get(name);
    const dimension = variable?.kind === 'sum' ? variable.dimension : name;
    const term =
      variable?.kind === 'value'
        ? read(variable.value)
        : dimensions.has(dimension)
          ? terms.sum(`sum ${dimension}`, 0)
          : terms.missing;
    written.set(name, term);
    return term;
  }

  function read(expression: Expression): Term {
    switch (expression.kind) {
      case 'literal':
        return terms.known(expression.value);
      case 'list':
        return terms.operation('list', expression.items.map(read));
      case 'answer':
        return terms.slot(`answer ${expression.field}`);
      case 'variable':
        return readVariable(expression.name);
      case 'variant':
        return experiments.has(expression.experiment) ? terms.slot(`variant ${expression.experiment}`) : terms.missing;
      case 'query':
        return names.hiddenFields.includes(expression.name) ? terms.slot(`query ${expression.name}`) : terms.missing;
      case 'unary':
        return terms.operation(expression.operator === '-' ? 'negate' : 'not', [read(expression.operand)]);
      case 'binary':
        return readBinary(expression);
      case 'call':
        return terms.operation(expression.name, expression.arguments.map(read));
    }
  }

  function readBinary({ operator, left, right }: Expression & { kind: 'binary' }): Term {
    const sides = [read(left), read(right)];
    const plain: Operator = operator === 'has' ? 'in' : operator;
    return terms.operation(plain, operator === 'has' ? sides.toReversed() : sides);
  }

  return read;
}
