import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proveFunnel } from '../../../../engine/author/prove/prove-funnel.ts';
import type { CompiledFunnel } from '../../../../engine/model.ts';
import { buildFunnel, compare, literal, variable, type StepDraft } from '../../run/build-funnel.ts';
import { runs } from '../runs.ts';
import { claimsOf, everyRecall, replayedTally } from './claims.ts';
import { walkEveryVerdict } from './every-verdict.ts';

/** Points are added up one by one, each sum to 14 digits: that loses decimals where large points take one another away. */
test.each([
  { first: 0.7, second: [0.2, 0.1], sum: 1, isReached: true },
  { first: 0.7, second: [0.2, 0.1], sum: 0.9999999999999999, isReached: false },
  { first: 0.1, second: [0.2, 0.4, 0.2], sum: 0.7, isReached: true },
  { first: 0.1, second: [0.2, 0.4, 0.2], sum: 0.7000000000000001, isReached: false },
  { first: 0.3, second: [-0.2, -0.1], sum: 0, isReached: true },
  { first: -1000.3, second: [500, 500.25], sum: -0.05, isReached: false },
  { first: -1000.3, second: [500, 500.25, 1000.25, 0], sum: -0.050000000000011, isReached: true },
  { first: -1000.3, second: [500, 500.25, 1000.25, 0], sum: -0.049999999999955, isReached: true },
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

/** Two or three questions with decimals, and branches at the sums that some of their points come to. */
const anyFunnelOfDecimals: fc.Arbitrary<CompiledFunnel> = fc
  .constantFrom([0.1, 0.2, 0.3, 0.7], [0.1, 0.25, 0.125, 3.05], [0.1, -0.2, 0.3, -0.7], [1000.3, -1000.2, 0.1, -500.25])
  .chain((pool) => {
    const points = fc.array(fc.constantFrom(...pool), { minLength: 2, maxLength: 3 });
    const types = fc.constantFrom('single_choice', 'multiple_choice', 'matrix', 'select' as const);
    return fc.record({
      questions: fc.array(fc.record({ type: types, points }), { minLength: 2, maxLength: 3 }),
      sums: fc.array(fc.array(fc.constantFrom(...pool), { minLength: 2, maxLength: 4 }), {
        minLength: 1,
        maxLength: 3,
      }),
      operator: fc.constantFrom('==', '>=', '<' as const),
    });
  })
  .map(({ questions, sums, operator }) => {
    const asked = questions.map(({ type, points }, at): StepDraft => {
      const options = points.map((score, n) => ({ key: `o${n}`, scores: { score } }));
      return { id: `s${at}`, type, options, choose: { min: 1, max: 2 } };
    });
    const totals = sums.map((points) => points.reduce((sum, each) => Number((sum + each).toPrecision(14)), 0));
    const conditions = totals.map((total, at) => [`when_${at}`, compare(variable('score'), operator, literal(total))]);
    return buildFunnel({
      steps: [...asked, { id: 'note', type: 'info', showIf: 'when_0' }],
      conditions: Object.fromEntries(conditions),
      dimensions: [{ name: 'score', least: 0, most: 0 }],
      variables: [{ name: 'score', kind: 'sum', dimension: 'score' }],
      outcomes: [
        ...totals.map((_, at) => ({ id: `o${at}`, when: `when_${at}`, topics: [] })),
        { id: 'other', topics: [] },
      ],
    });
  });

test('the proof and a walk of every visit come to the same sums of points with decimals', () => {
  fc.assert(
    fc.property(anyFunnelOfDecimals, (funnel) => {
      const found = proveFunnel(funnel, everyRecall(funnel));
      if (found.kind !== 'proved') throw new Error('Too large.');
      expect(replayedTally(funnel, claimsOf(funnel, found))).toEqual(walkEveryVerdict(funnel));
    }),
    { numRuns: runs(25) },
  );
});
