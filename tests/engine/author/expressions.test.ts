import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExpression } from '../../../engine/author/expression/parse.ts';
import { printExpression } from '../../../engine/author/expression/print.ts';
import { toExpression } from '../../../engine/author/expression/syntax.ts';
import { todayVariable } from '../../../engine/author/expression/today.ts';
import type { Expression } from '../../../engine/model.ts';
import { functions, operators } from '../run/expression-words.ts';

const variables = new Set(['strain', 'debt']);

function read(text: string): Expression {
  const { syntax, problem } = parseExpression(text);
  if (!syntax) throw new Error(`${problem.message} (${text})`);
  return toExpression(syntax, { isVariable: (name) => variables.has(name), keysOf: () => [], dimensions: [] });
}

/** The expression with parentheses around every operation. */
function grouped(text: string): string {
  const group = (expression: Expression): string => {
    if (expression.kind === 'binary') {
      return `(${group(expression.left)} ${expression.operator} ${group(expression.right)})`;
    }
    return expression.kind === 'unary'
      ? `(${expression.operator} ${group(expression.operand)})`
      : printExpression(expression);
  };
  return group(read(text));
}

describe('operators bind as in the manual', () => {
  test.each([
    ['a or b and c', '(a or (b and c))'],
    ['a and b or c and d', '((a and b) or (c and d))'],
    ['not a == b', '(not (a == b))'],
    ['not a and b', '((not a) and b)'],
    ['a + b * c - d', '((a + (b * c)) - d)'],
    ['a - b - c', '((a - b) - c)'],
    ['a / b / c', '((a / b) / c)'],
    ['2 ^ 3 ^ 4', '(2 ^ (3 ^ 4))'],
    ['-2 ^ 2', '(- (2 ^ 2))'],
    ['2 ^ -1', '(2 ^ (- 1))'],
    ['-a * b', '((- a) * b)'],
    ['a + 1 < b * 2', '((a + 1) < (b * 2))'],
    ['a in ["x"] or b has "y"', '((a in ["x"]) or (b has "y"))'],
    ['(a or b) and c', '((a or b) and c)'],
  ])('%s', (text, expected) => {
    expect(grouped(text)).toBe(expected);
  });
});

test('names become answers, variables, variants and query parameters', () => {
  expect(read('strain')).toEqual({ kind: 'variable', name: 'strain' });
  expect(read('hours')).toEqual({ kind: 'answer', field: 'hours' });
  expect(read('variant.proof')).toEqual({ kind: 'variant', experiment: 'proof' });
  expect(read('query.utm_source')).toEqual({ kind: 'query', name: 'utm_source' });
  expect(read('round(strain / 2, 1)')).toMatchObject({
    kind: 'call',
    name: 'round',
    arguments: [{ kind: 'binary' }, { value: 1 }],
  });
});

test('clamp is written out with max and min', () => {
  expect(read('clamp(strain, 0, 10)')).toEqual(read('min(max(strain, 0), 10)'));
});

test('texts stand in double or single quotes, numbers have a point', () => {
  expect(read('"a \'b\'"')).toEqual({ kind: 'literal', value: "a 'b'" });
  expect(read('\'say "b"\'')).toEqual({ kind: 'literal', value: 'say "b"' });
  expect(read('0.5')).toEqual({ kind: 'literal', value: 0.5 });
  expect(read('true')).toEqual({ kind: 'literal', value: true });
});

test('a name may begin with a word of the language', () => {
  expect(read('order == inner')).toEqual({
    kind: 'binary',
    operator: '==',
    left: { kind: 'answer', field: 'order' },
    right: { kind: 'answer', field: 'inner' },
  });
});

describe('a mistake is reported at its place', () => {
  test.each([
    ['a = 1', 2, 3, 'To compare, write ==.'],
    ['a && b', 2, 4, 'Write and.'],
    ['a < b < c', 6, 7, 'Join two comparisons with and: 3 < hours and hours < 5.'],
    ['a not in ["b"]', 2, 5, 'Write not (answer in ["a", "b"]).'],
    ['a is "b"', 2, 4, 'Write ==.'],
    ['a AND b', 2, 5, 'Write and in small letters.'],
    ['a == “b”', 5, 6, 'Use straight quotes: " or \'.'],
    ['a == "b', 5, 6, 'Put a " at its end.'],
    ['max(a, b', 3, 4, undefined],
    ['a ==', 2, 4, undefined],
    ['a @ b', 2, 3, undefined],
    ['a ? 1 : 2', 2, 3, 'Write if(condition, a, b), or default(answer, 0).'],
    ['', 0, 0, undefined],
  ])('%s', (text, start, end, hint) => {
    const { problem } = parseExpression(text);
    expect(problem).toMatchObject({ code: 'expression_syntax', start, end });
    expect(problem?.hint).toBe(hint);
  });
});

test.each([
  `${'('.repeat(9000)}a`,
  'not '.repeat(9000),
  '-'.repeat(9000),
  `a${' ^ a'.repeat(9000)}`,
  `a${' + a'.repeat(9000)}`,
])('an expression that would be too deep to evaluate is refused', (text) => {
  expect(parseExpression(text).problem?.code).toBe('expression_syntax');
});

test('no text makes the parser throw', () => {
  const pieces = fc.array(
    fc.constantFrom(
      'a',
      '"x"',
      "'",
      '"',
      '1',
      '.',
      '(',
      ')',
      '[',
      ']',
      ',',
      ' ',
      'and',
      'or',
      'not',
      'in',
      'has',
      '==',
      '<',
      '^',
      '-',
      '&&',
      'é',
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((parts) => parts.join('')),
      ),
      (text) => {
        const { syntax, problem } = parseExpression(text);
        expect(syntax === undefined).toBe(problem !== undefined);
        if (problem)
          expect(0 <= problem.start && problem.start <= problem.end && problem.end <= text.length).toBe(true);
      },
    ),
  );
});

const words = new Set(['and', 'or', 'not', 'in', 'has', 'true', 'false', 'variant', 'query']);
const name = fc.stringMatching(/^[a-z][A-Za-z0-9_]{0,8}$/).filter((text) => !words.has(text) && !variables.has(text));
const literal = fc.oneof(
  fc.stringMatching(/^[^"\n]{0,8}$/),
  fc.stringMatching(/^[^'\n]{0,8}$/),
  fc.nat({ max: 10_000 }).map((cents) => cents / 100),
  fc.boolean(),
);

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literal.map((value): Expression => ({ kind: 'literal', value })),
    name.map((field): Expression => ({ kind: 'answer', field })),
    fc.constantFrom(...variables).map((variable): Expression => ({ kind: 'variable', name: variable })),
    name.map((experiment): Expression => ({ kind: 'variant', experiment })),
    name.map((parameter): Expression => ({ kind: 'query', name: parameter })),
    fc.array(tie('expression'), { maxLength: 3 }).map((items): Expression => ({ kind: 'list', items })),
    fc.record({
      kind: fc.constant('unary' as const),
      operator: fc.constantFrom('not' as const, '-' as const),
      operand: tie('expression'),
    }),
    fc.record({
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom(...operators),
      left: tie('expression'),
      right: tie('expression'),
    }),
    fc
      .tuple(fc.constantFrom(...functions), fc.array(tie('expression'), { maxLength: 3 }))
      .map(([called, values]): Expression => {
        const until = called === 'years_since' ? [todayVariable] : [];
        const own = called === 'count' || called === 'answered' ? values.slice(0, 1) : values;
        return { kind: 'call', name: called, arguments: [...own, ...until] };
      }),
  ),
}));

test('what is printed is read as the same expression', () => {
  fc.assert(
    fc.property(expression, (tree) => {
      expect(read(printExpression(tree))).toEqual(tree);
    }),
    { numRuns: 500 },
  );
});
