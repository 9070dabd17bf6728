import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../engine/problem.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { exampleOutcomes } from '../../../engine/author/prove/describe-visits.ts';
import { ordersOf } from '../run/reference-visit.ts';
import { runs } from '../author/runs.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('rank-place');
const { funnel } = funnels[0]!;

function expected(order: readonly string[] | undefined): string {
  if (!order) return 'unasked';
  const place = (key: string) => order.indexOf(key) + 1;
  if (place('sleep') === 5) return 'last';
  if (place('work') < place('family') && order[0] !== 'sleep') return 'work';
  return ['sleep', 'family'].includes(order[0]!) ? 'first' : 'rest';
}

test('a funnel that asks for places in an order has no problem, and all of it is decided', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
  expect([...exampleOutcomes(funnel).keys()].toSorted()).toEqual(['first', 'last', 'rest', 'unasked', 'work']);
});

test('each of all orders comes to the right outcome', () => {
  const orders = ordersOf(['sleep', 'work', 'family', 'money', 'friends']);
  expect(orders.length).toBe(120);
  for (const cares of orders) {
    const check = checkAnswers(funnel, { asked: 'all', cares });
    expect(check.ok && check.outcome).toBe(expected(cares));
    expect(check.ok && check.path.includes('note')).toBe(cares.indexOf('sleep') < 2);
    expect(check.ok && check.totals['effort']).toBe(cares[0] === 'work' ? 2 : 0);
  }
});

test('visitors by chance, who go back too, read the place, and the server comes to the same', () => {
  for (const { answers, outcome, reported, summary } of visitsOf(funnels[0]!, 500)) {
    const order = answers['cares'] as readonly string[] | undefined;
    expect(outcome).toBe(expected(order));
    expect(reported).toBe(outcome);
    expect(summary).toBe(`Sleep is number ${order ? order.indexOf('sleep') + 1 : 'none'}.`);
  }
});

const key = fc.constantFrom('sleep', 'work', 'family', 'money');
const operators = new Map([
  ['<', (left: number, right: number) => left < right],
  ['<=', (left: number, right: number) => left <= right],
  ['==', (left: number, right: number) => left === right],
  ['!=', (left: number, right: number) => left !== right],
  ['>', (left: number, right: number) => left > right],
]);
const comparison = fc
  .tuple(key, fc.constantFrom(...operators), fc.oneof(fc.integer({ min: 1, max: 5 }), key))
  .map(([one, [operator, compare], other]) => ({
    text: `place(cares, "${one}") ${operator} ${typeof other === 'number' ? other : `place(cares, "${other}")`}`,
    holds: (order: readonly string[]) =>
      compare(order.indexOf(one) + 1, typeof other === 'number' ? other : order.indexOf(other) + 1),
  }));

test('an outcome is proved to be reached by none where no order of all comes to it, and only there', () => {
  const orders = ordersOf(['sleep', 'work', 'family', 'money', 'friends']);
  fc.assert(
    fc.property(comparison, comparison, fc.constantFrom('and', 'or'), (one, other, joins) => {
      const condition = `${one.text} ${joins} ${other.text}`;
      const reached = orders.filter((order) =>
        joins === 'and' ? one.holds(order) && other.holds(order) : one.holds(order) || other.holds(order),
      );
      const { problems: told } = buildCase('rank-place', (text) =>
        text
          .replace(`'place(cares, "sleep") <= 2'`, `'${condition}'`)
          .replace('{ all: {}, none: { next: finish } }', '{ all: {}, none: {} }')
          .replace(/ {2}unasked: .*\n/, ''),
      );
      const codes = told.map((problem) => problem.code).filter((code) => code.startsWith('step_'));
      expect(codes).toEqual(reached.length > 0 ? [] : ['step_unreachable']);
    }),
    { numRuns: runs(30) },
  );
});

test.each([
  ['"sleep") <= 2', '"sleeep") <= 2', 'unknown_option'],
  ['"sleep") <= 2', 'sleep) <= 2', 'wrong_arguments'],
  ['place(cares, "sleep") <= 2', 'place(asked, "all") <= 2', 'type_mismatch'],
  ['place(cares, "sleep") <= 2', 'place(cares) <= 2', 'wrong_arguments'],
  ['place(cares, "sleep") <= 2', 'place(cares, "sleep") > 5', 'step_unreachable'],
  ['place(cares, "sleep") <= 2', 'place(cares, "sleep") == 1 and place(cares, "work") == 1', 'step_unreachable'],
  ['none: { next: finish }', 'none: { next: note }', 'answer_missing'],
])('%s → %s is %s, told once', (from, to, code) => {
  const { problems: told } = buildCase('rank-place', (text) => text.replace(from, to));
  expect(told.map((problem) => problem.code)).toEqual([code]);
});
