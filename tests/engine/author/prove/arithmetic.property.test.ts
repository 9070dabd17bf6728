import fc from 'fast-check';
import { expect, test } from 'vitest';
import { termsOf } from '../../../../engine/author/prove/asks.ts';
import { Prover, together } from '../../../../engine/author/prove/prover.ts';
import type { CompiledFunnel, Expression } from '../../../../engine/model.ts';
import { answer, buildFunnel, compare, literal, type StepDraft } from '../../run/build-funnel.ts';
import { runs } from '../runs.ts';
import { claimsOf, everyRecall, replayedTally } from './claims.ts';
import { walkEveryVerdict } from './every-verdict.ts';

/** Two or three numbers, computed with in every way, and compared where rounding shows. */
const anyArithmeticFunnel: fc.Arbitrary<CompiledFunnel> = fc
  .array(
    fc.constantFrom(
      { min: 0, max: 5, step: 1 },
      { min: -1, max: 1.5, step: 0.5 },
      { min: 0.1, max: 0.7, step: 0.1 },
      { min: 1, max: 19, step: 3 },
    ),
    { minLength: 2, maxLength: 3 },
  )
  .chain((ranges) => {
    const names = ranges.map((_, at) => `n${at}`);
    return fc
      .record({ shown: anyComparison(names), outcomes: fc.array(anyComparison(names), { minLength: 1, maxLength: 3 }) })
      .map(({ shown, outcomes }) => {
        const numbers = ranges.map((range, at): StepDraft => ({ id: `n${at}`, type: 'number', ...range }));
        return buildFunnel({
          steps: [...numbers, { id: 'note', type: 'info', showIf: 'shown' }],
          conditions: { shown, ...Object.fromEntries(outcomes.map((when, at) => [`when_${at}`, when])) },
          outcomes: [
            ...outcomes.map((_, at) => ({ id: `o${at}`, when: `when_${at}`, topics: [] })),
            { id: 'other', topics: [] },
          ],
        });
      });
  });

function anyComparison(names: readonly string[]): fc.Arbitrary<Expression> {
  const { value, condition } = fc.letrec<{ value: Expression; condition: Expression }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(...names).map(answer),
      fc.constantFrom(0, 0.3, 1, 2, 7.25, 10, -1).map(literal),
      fc
        .tuple(tie('value'), fc.constantFrom('+', '-', '*', '/', '^' as const), tie('value'))
        .map(([left, operator, right]) => compare(left, operator, right)),
      fc
        .tuple(fc.constantFrom('min', 'max', 'default', 'years_since' as const), tie('value'), tie('value'))
        .map(([name, one, other]): Expression => ({ kind: 'call', name, arguments: [one, other] })),
      fc
        .tuple(fc.constantFrom('abs', 'round', 'floor', 'ceil' as const), tie('value'))
        .map(([name, one]): Expression => ({ kind: 'call', name, arguments: [one] })),
      fc
        .tuple(tie('condition'), tie('value'), tie('value'))
        .map((parts): Expression => ({ kind: 'call', name: 'if', arguments: parts })),
    ),
    condition: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc
        .tuple(tie('value'), fc.constantFrom('<', '<=', '>', '>=', '==', '!=' as const), tie('value'))
        .map(([left, operator, right]) => compare(left, operator, right)),
      fc
        .tuple(tie('condition'), fc.constantFrom('and', 'or' as const), tie('condition'))
        .map(([left, operator, right]) => compare(left, operator, right)),
      tie('condition').map((operand): Expression => ({ kind: 'unary', operator: 'not', operand })),
    ),
  }));
  return fc.oneof(
    condition,
    value.map((each) => compare(each, '<', literal(2))),
  );
}

test('regions of numbers come to what every visit on the real machine comes to, to the last decimal', () => {
  fc.assert(
    fc.property(anyArithmeticFunnel, (funnel) => {
      const [prover, recalls] = [new Prover(termsOf(funnel, 1), 1e7), everyRecall(funnel)];
      const found = together([prover.steps(recalls), prover.outcomes(recalls)]);
      expect(replayedTally(funnel, claimsOf(funnel, found))).toEqual(walkEveryVerdict(funnel));
    }),
    { numRuns: runs(20) },
  );
});
