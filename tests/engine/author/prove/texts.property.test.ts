import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proveFunnel } from '../../../../engine/author/prove/prove-funnel.ts';
import { findUnreadTexts } from '../../../../engine/author/prove/unread-texts.ts';
import type { RecallUse } from '../../../../engine/author/prove/verdicts.ts';
import type { CompiledFunnel, Expression } from '../../../../engine/model.ts';
import { scopeOf } from '../../../../engine/run/walk.ts';
import { anyConditionalFunnel } from '../explore/conditional-funnels.ts';
import { countVisits, eventsOn, inputsOf } from '../explore/every-visit.ts';
import { runs } from '../runs.ts';
import { movesOf, type Move } from './every-move.ts';
import { missingReads } from './missing-reads.ts';

const said: Expression = { kind: 'variable', name: 'said' };

/** The funnel with a variable that is one of several texts, by up to three of its conditions. */
function withText(funnel: CompiledFunnel): CompiledFunnel {
  const conditions = Object.values(funnel.conditions).slice(0, 3);
  const value = conditions.reduceRight<Expression>(
    (others, condition, at) => ({
      kind: 'call',
      name: 'if',
      arguments: [condition, { kind: 'literal', value: String(at) }, others],
    }),
    { kind: 'literal', value: String(conditions.length) },
  );
  return {
    ...funnel,
    variables: [...funnel.variables, { name: 'said', kind: 'value', value }],
    conditions: { ...funnel.conditions, said },
  };
}

const placeOf = ({ steps }: CompiledFunnel, { to, outcome }: Move) =>
  outcome === undefined ? `step ${steps[to]!.id}` : `outcome ${outcome}`;

const nameOf = ({ at }: RecallUse) => (at.kind === 'step' ? `step ${at.step}` : `outcome ${at.outcome}`);

/** By every visit on the real machine: the texts that are read at each place, and where answers are missing for that. */
function walkTexts(funnel: CompiledFunnel) {
  const read = new Set<string>();
  const missing = new Set<string>();
  const { begin, send } = movesOf(funnel);
  const walk = ({ snapshot, move }: ReturnType<typeof begin>): void => {
    const place = placeOf(funnel, move);
    read.add(`${place} ${String(scopeOf(funnel, move.journey).variable('said'))}`);
    if (missingReads(funnel, move.journey, 'said').size > 0) missing.add(place);
    const step = funnel.steps[move.to];
    for (const event of step ? eventsOn(step) : []) walk(send(snapshot, event));
  };
  for (const input of inputsOf(funnel)) walk(begin(input));
  return { read, missing };
}

test('which texts are read where, and where what they depend on was not asked, is as a walk of every visit has it', () => {
  const seen = { read: 0, unread: 0, missing: 0 };
  fc.assert(
    fc.property(anyConditionalFunnel, (plain) => {
      fc.pre(countVisits(plain) <= 300 && Object.keys(plain.conditions).length > 0);
      const funnel = withText(plain);
      const { read, missing } = walkTexts(funnel);
      const recalls = [
        ...funnel.steps.map(({ id: step }) => ({ kind: 'step', step }) as const),
        ...funnel.outcomes.map(({ id: outcome }) => ({ kind: 'outcome', outcome }) as const),
      ].map((at): RecallUse => ({ at, field: 'said', isText: true }));
      const texts = Math.min(3, Object.keys(plain.conditions).length) + 1;
      for (const recall of recalls) {
        const unread = new Set(findUnreadTexts(funnel, [recall])!.map(({ branch }) => branch));
        for (let branch = 0; branch < texts; branch += 1) {
          expect(unread.has(branch), `${nameOf(recall)} ${branch}`).toBe(!read.has(`${nameOf(recall)} ${branch}`));
          seen[unread.has(branch) ? 'unread' : 'read'] += 1;
        }
      }
      const proof = proveFunnel(funnel, recalls);
      expect(new Set(proof.missingRecalls.map(nameOf))).toEqual(missing);
      seen.missing += missing.size;
    }),
    { numRuns: runs(25) },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
});
