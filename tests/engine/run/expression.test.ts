import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Expression, FunctionName } from '../../../engine/model.ts';
import { evaluate, type EvaluationScope, type Value } from '../../../engine/run/expression.ts';
import { answer, compare, literal, variable } from './build-funnel.ts';
import { functions, operators } from './expression-words.ts';

const scope: EvaluationScope = {
  answer: (field) => ({ hours: 6, trouble: 'noise', habits: ['tea', 'nap'] })[field],
  variable: (name) => ({ strain: 4 })[name],
  variant: () => 'doctors',
  query: (name) => (name === 'source' ? 'mail' : undefined),
};
const missing = answer('never_asked');
const list = (...items: (string | number)[]): Expression => ({ kind: 'list', items: items.map(literal) });
const not = (operand: Expression): Expression => ({ kind: 'unary', operator: 'not', operand });
const minus = (operand: Expression): Expression => ({ kind: 'unary', operator: '-', operand });
const call = (name: FunctionName, ...values: Expression[]): Expression => ({ kind: 'call', name, arguments: values });
const number = literal;

describe('what an expression is worth', () => {
  test.each<[string, Expression, Value]>([
    ['an answer', answer('hours'), 6],
    ['a variable', variable('strain'), 4],
    ['a variant', { kind: 'variant', experiment: 'proof' }, 'doctors'],
    ['a query parameter', { kind: 'query', name: 'source' }, 'mail'],
    ['8 - hours', compare(number(8), '-', answer('hours')), 2],
    ['hours / 4', compare(answer('hours'), '/', number(4)), 1.5],
    ['2 ^ 3', compare(number(2), '^', number(3)), 8],
    ['12.71 * 10', compare(number(12.71), '*', number(10)), 127.1],
    ['0.1 + 0.2', compare(number(0.1), '+', number(0.2)), 0.3],
    ['64 / 1.6 ^ 2', compare(number(64), '/', compare(number(1.6), '^', number(2))), 25],
    ['-hours', minus(answer('hours')), -6],
    ['hours <= 6', compare(answer('hours'), '<=', number(6)), true],
    ['hours < 6', compare(answer('hours'), '<', number(6)), false],
    ['trouble == "noise"', compare(answer('trouble'), '==', literal('noise')), true],
    ['trouble != "noise"', compare(answer('trouble'), '!=', literal('noise')), false],
    ['trouble in ["noise", "light"]', compare(answer('trouble'), 'in', list('noise', 'light')), true],
    ['habits has "nap"', compare(answer('habits'), 'has', literal('nap')), true],
    ['habits has "coffee"', compare(answer('habits'), 'has', literal('coffee')), false],
    ['count(habits)', call('count', answer('habits')), 2],
    ['count(trouble)', call('count', answer('trouble')), 1],
    ['answered(hours)', call('answered', answer('hours')), true],
    ['max(0, 8 - hours)', call('max', number(0), compare(number(8), '-', answer('hours'))), 2],
    ['min(hours, 3, 5)', call('min', answer('hours'), number(3), number(5)), 3],
    ['abs(-hours)', call('abs', minus(answer('hours'))), 6],
    ['round(2.5)', call('round', number(2.5)), 3],
    ['round(-2.5)', call('round', minus(number(2.5))), -3],
    ['round(1.005, 2)', call('round', number(1.005), number(2)), 1.01],
    ['round(-1.005, 2)', call('round', minus(number(1.005)), number(2)), -1.01],
    ['round(1.45, 1)', call('round', number(1.45), number(1)), 1.5],
    ['round(1250, -2)', call('round', number(1250), minus(number(2))), 1300],
    ['round(0.0000001, 7)', call('round', number(1e-7), number(7)), 1e-7],
    ['round(1.25, 1.9)', call('round', number(1.25), number(1.9)), 1.3],
    ['round(-0.4)', call('round', minus(number(0.4))), 0],
    ['floor(2.9)', call('floor', number(2.9)), 2],
    ['floor(-2.1)', call('floor', minus(number(2.1))), -3],
    ['floor(0)', call('floor', number(0)), 0],
    ['floor(0.29 * 100)', call('floor', compare(number(0.29), '*', number(100))), 29],
    ['ceil(2.1)', call('ceil', number(2.1)), 3],
    ['ceil(-0.9)', call('ceil', minus(number(0.9))), 0],
    ['ceil(1.1 * 10)', call('ceil', compare(number(1.1), '*', number(10))), 11],
    ['round(2.345, 1)', call('round', number(2.345), number(1)), 2.3],
    ['if(hours < 7, 1, 2)', call('if', compare(answer('hours'), '<', number(7)), number(1), number(2)), 1],
    ['if(hours < 5, 1, 2)', call('if', compare(answer('hours'), '<', number(5)), number(1), number(2)), 2],
    ['if(never_asked, 1, 2)', call('if', missing, number(1), number(2)), 2],
    ['default(hours, 0)', call('default', answer('hours'), number(0)), 6],
    ['default(never_asked, 0)', call('default', missing, number(0)), 0],
    ['default(1 / 0, 8)', call('default', compare(number(1), '/', number(0)), number(8)), 8],
  ])('%s', (_, expression, value) => expect(evaluate(expression, scope)).toEqual(value));
});

describe('what is missing', () => {
  test.each(['+', '-', '*', '/', '^'] as const)('makes %s missing', (operator) => {
    expect(evaluate(compare(missing, operator, number(1)), scope)).toBeUndefined();
    expect(evaluate(compare(number(1), operator, missing), scope)).toBeUndefined();
  });

  test.each(['==', '<', '<=', '>', '>=', 'in', 'has'] as const)('makes %s false', (operator) => {
    expect(evaluate(compare(missing, operator, missing), scope)).toBe(false);
    expect(evaluate(compare(missing, operator, number(1)), scope)).toBe(false);
  });

  test('makes != true, as it is always the opposite of ==', () => {
    expect(evaluate(compare(missing, '!=', literal('noise')), scope)).toBe(true);
    expect(evaluate(compare(missing, '!=', missing), scope)).toBe(true);
  });

  test('is false for not, and, or', () => {
    expect(evaluate(not(missing), scope)).toBe(true);
    expect(evaluate(compare(missing, 'and', literal(true)), scope)).toBe(false);
    expect(evaluate(compare(missing, 'or', literal(true)), scope)).toBe(true);
  });

  test('counts 0, and is not answered', () => {
    expect(evaluate(call('count', missing), scope)).toBe(0);
    expect(evaluate(call('answered', missing), scope)).toBe(false);
  });

  test.each<[string, Expression]>([
    ['division by zero', compare(number(1), '/', number(0))],
    ['zero by zero', compare(number(0), '/', number(0))],
    ['too large a power', compare(number(10), '^', number(999))],
    ['the root of a negative number', compare(number(-8), '^', number(0.5))],
    ['adding a text', compare(literal('a'), '+', number(1))],
    ['rounding to a thousand digits', call('round', number(1), number(1000))],
    ['the largest of nothing known', call('max', missing, number(1))],
  ])('is %s', (_, expression) => expect(evaluate(expression, scope)).toBeUndefined());
});

test('every tree has a value for every visit: evaluating never throws, and numbers are finite', () => {
  const leaf: fc.Arbitrary<Expression> = fc.oneof(
    fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string(), fc.boolean()).map(literal),
    fc.constantFrom('hours', 'trouble', 'habits', 'never_asked', '__proto__').map(answer),
    fc.constantFrom('strain', 'constructor').map(variable),
  );
  const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc
        .tuple(tie('tree'), fc.constantFrom(...operators), tie('tree'))
        .map(([left, operator, right]) => compare(left, operator, right)),
      fc
        .tuple(fc.constantFrom(...functions), fc.array(tie('tree'), { minLength: 1, maxLength: 3 }))
        .map(([name, values]) => call(name, ...values)),
      tie('tree').map(not),
      tie('tree').map(minus),
      fc.array(tie('tree'), { maxLength: 3 }).map((items): Expression => ({ kind: 'list', items })),
    ),
  }));
  fc.assert(
    fc.property(tree, (expression) => {
      const value = evaluate(expression, {
        ...scope,
        answer: (field) => (Object.hasOwn({ hours: 6 }, field) ? 6 : undefined),
      });
      if (typeof value === 'number' && expression.kind !== 'literal') expect(Number.isFinite(value)).toBe(true);
      expect(evaluate(compare(expression, '!=', literal(6)), scope)).toBe(
        !evaluate(compare(expression, '==', literal(6)), scope),
      );
    }),
    { numRuns: 500 },
  );
});
