import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exploreFunnel } from '../../../../engine/author/explore/explore-funnel.ts';
import { measureRemaining, measureTotal } from '../../../../engine/author/compile/measure.ts';
import type { CompiledFunnel } from '../../../../engine/model.ts';
import { anyFunnel } from '../../run/funnel-arbitrary.ts';
import { anyConditionalFunnel } from './conditional-funnels.ts';
import { countVisits, walkEveryVisit, type Found } from './every-visit.ts';
import { runs } from '../runs.ts';

function explored(funnel: CompiledFunnel): Found {
  const exploration = exploreFunnel(funnel);
  if (!exploration) throw new Error('Too large.');
  const remaining = measureRemaining(exploration, funnel.steps).flatMap((range, at) =>
    range ? [[funnel.steps[at]!.id, [range.fewest, range.most]] as const] : [],
  );
  const totals = funnel.dimensions.map(({ name }) => {
    const { least, most } = measureTotal(exploration, name);
    return [name, [least, most]] as const;
  });
  return { remaining: Object.fromEntries(remaining), totals: Object.fromEntries(totals) };
}

const small = (funnel: CompiledFunnel) => countVisits(funnel) <= 2000;

test('what is explored is what every visit on the real machine comes to', () => {
  fc.assert(
    fc.property(anyFunnel.filter(small), (funnel) => {
      expect(explored(funnel)).toEqual(walkEveryVisit(funnel));
    }),
    { numRuns: runs(25) },
  );
});

test('whatever the language can say in a condition', () => {
  fc.assert(
    fc.property(anyConditionalFunnel.filter(small), (funnel) => {
      expect(explored(funnel)).toEqual(walkEveryVisit(funnel));
    }),
    { numRuns: runs(80) },
  );
});
