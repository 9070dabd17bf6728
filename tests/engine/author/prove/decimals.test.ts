import { expect, test } from 'vitest';
import { proveFunnel } from '../../../../engine/author/prove/prove-funnel.ts';
import { buildFunnel, compare, literal, variable } from '../../run/build-funnel.ts';
import { walkEveryVerdict } from './every-verdict.ts';

/** Points are added up one by one, and with decimals the order matters: (0.1 + 0.4) + 0.2 is 0.7, (0.1 + 0.2) + 0.4 isn't. */
test.each([
  { first: 0.7, second: [0.2, 0.1], sum: 1, isReached: false },
  { first: 0.7, second: [0.2, 0.1], sum: 0.9999999999999999, isReached: true },
  { first: 0.1, second: [0.2, 0.4, 0.2], sum: 0.7, isReached: true },
  { first: 0.1, second: [0.2, 0.4, 0.2], sum: 0.7000000000000001, isReached: true },
  { first: 0.1, second: [0.2, 0.4], sum: 0.7, isReached: false },
])('$first points and two of $second, added up as in a visit, come to $sum: $isReached', (each) => {
  const funnel = buildFunnel({
    steps: [
      { id: 'first', type: 'single_choice', options: [{ key: 'a', scores: { score: each.first } }] },
      {
        id: 'second',
        type: 'multiple_choice',
        options: each.second.map((score, at) => ({ key: `o${at}`, scores: { score } })),
        choose: { min: 2, max: 2 },
      },
      { id: 'note', type: 'info', showIf: 'sum' },
    ],
    conditions: { sum: compare(variable('score'), '==', literal(each.sum)) },
    dimensions: [{ name: 'score', least: 0, most: 0 }],
    variables: [{ name: 'score', kind: 'sum', dimension: 'score' }],
  });
  expect(proveFunnel(funnel).unreachableSteps).toHaveLength(each.isReached ? 0 : 1);
  expect('step note is hidden' in walkEveryVerdict(funnel)).toBe(!each.isReached);
});
