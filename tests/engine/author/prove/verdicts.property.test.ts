import fc from 'fast-check';
import { expect, test } from 'vitest';
import { termsOf } from '../../../../engine/author/prove/asks.ts';
import { Prover, together } from '../../../../engine/author/prove/prover.ts';
import { proveFunnel } from '../../../../engine/author/prove/prove-funnel.ts';
import type { CompiledFunnel } from '../../../../engine/model.ts';
import { anyFunnel } from '../../run/funnel-arbitrary.ts';
import { anyConditionalFunnel } from '../explore/conditional-funnels.ts';
import { countVisits } from '../explore/every-visit.ts';
import { claimsOf, everyRecall, replayedTally } from './claims.ts';
import { walkEveryVerdict, type Tally } from './every-verdict.ts';
import { runs } from '../runs.ts';

function proved(funnel: CompiledFunnel): Tally {
  const verdicts = proveFunnel(funnel, everyRecall(funnel));
  if (verdicts.kind !== 'proved') throw new Error('Too large.');
  return replayedTally(funnel, claimsOf(funnel, verdicts));
}

const small = (funnel: CompiledFunnel) => countVisits(funnel) <= 500;

test('the proof and a walk of every visit on the real machine agree on every verdict and its shortest visit', () => {
  fc.assert(
    fc.property(anyFunnel.filter(small), (funnel) => {
      expect(proved(funnel)).toEqual(walkEveryVerdict(funnel));
    }),
    { numRuns: runs(15) },
  );
});

test('the proof holds for visitors who take each step as often as the quiz has steps, with Back in between', () => {
  fc.assert(
    fc.property(
      anyFunnel.filter((funnel) => countVisits(funnel) <= 100),
      (funnel) => {
        expect(proved(funnel)).toEqual(walkEveryVerdict(funnel, funnel.steps.length));
      },
    ),
    { numRuns: runs(15) },
  );
});

test('whatever the language can say in a condition, where numbers are looked at as regions', () => {
  fc.assert(
    fc.property(anyConditionalFunnel.filter(small), (funnel) => {
      const [prover, recalls] = [new Prover(termsOf(funnel, 1), 1e6), everyRecall(funnel)];
      const found = together([prover.steps(recalls), prover.outcomes(recalls)]);
      expect(replayedTally(funnel, claimsOf(funnel, found))).toEqual(walkEveryVerdict(funnel));
    }),
    { numRuns: runs(40) },
  );
});

test('whatever the language can say in a condition', () => {
  fc.assert(
    fc.property(anyConditionalFunnel.filter(small), (funnel) => {
      expect(proved(funnel)).toEqual(walkEveryVerdict(funnel));
    }),
    { numRuns: runs(40) },
  );
});
