import fc from 'fast-check';
import { expect, test } from 'vitest';
import { candidates, countCandidates } from '../../../engine/author/steps/index.ts';
import { buildFunnel } from '../run/build-funnel.ts';

test('the answers to a choice of several are counted as they are made, without making them', () => {
  const anyOption = fc.record({ points: fc.integer({ min: 0, max: 2 }), exclusive: fc.boolean() });
  const anyInput = fc.record({
    options: fc.array(anyOption, { minLength: 1, maxLength: 8 }),
    range: fc.tuple(fc.nat(8), fc.nat(8)),
    isAll: fc.boolean(),
    compared: fc.nat(8),
  });
  fc.assert(
    fc.property(anyInput, ({ options, range, isAll, compared }) => {
      const choose = { min: Math.min(...range), max: Math.max(1, ...range) };
      const drafts = options.map(({ points, exclusive }, at) => ({ key: `k${at}`, exclusive, scores: { s: points } }));
      const { steps } = buildFunnel({ steps: [{ id: 'q', type: 'multiple_choice', options: drafts, choose }] });
      const comparisons = { texts: new Set([`k${compared}`]), numbers: new Set<number>(), isAll };
      const input = { step: steps[0]!, comparisons, dimensions: ['s'], asked: new Set(['s']), texts: [] };
      expect(countCandidates(input)).toBe([...candidates(input)].length);
    }),
  );
});
