import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleVisits } from '../../../../engine/author/prove/describe-visits.ts';
import { proveFunnel } from '../../../../engine/author/prove/prove-funnel.ts';
import { proveInParts } from '../../../../engine/author/prove/prove-in-parts.ts';
import { termsOf } from '../../../../engine/author/prove/asks.ts';
import type { CompiledFunnel, Expression } from '../../../../engine/model.ts';
import { answer, buildFunnel, compare, is, literal, variable, type StepDraft } from '../../run/build-funnel.ts';
import { anyConditionalFunnel } from '../explore/conditional-funnels.ts';
import { countVisits } from '../explore/every-visit.ts';
import { runs } from '../runs.ts';
import { claimsOf, everyRecall, replayedTally } from './claims.ts';
import { walkEveryVerdict } from './every-verdict.ts';
import { replayVisit } from './replay.ts';

const small = (funnel: CompiledFunnel) => countVisits(funnel) <= 300;

test('what is proved in parts is what a walk of every visit finds, each shown by a visit of the real machine', () => {
  fc.assert(
    fc.property(anyConditionalFunnel.filter(small), (funnel) => {
      const { open, ...found } = proveInParts(termsOf(funnel), everyRecall(funnel), 1e6);
      expect(open).toEqual([]);
      const tally = replayedTally(funnel, claimsOf(funnel, found));
      expect(Object.keys(tally).toSorted()).toEqual(Object.keys(walkEveryVerdict(funnel)).toSorted());
    }),
    { numRuns: runs(15) },
  );
}, 60_000);

/** Sixty questions whose points all differ, and steps after them. */
function crowd(steps: readonly StepDraft[], conditions: Record<string, Expression>): CompiledFunnel {
  const questions = Array.from({ length: 60 }, (_, at): StepDraft => {
    const options = [{ key: 'a', scores: { score: 2 ** (at % 20) + at / 64 } }, 'b'];
    return { id: `q${at}`, type: 'single_choice', options };
  });
  return buildFunnel({
    steps: [...questions, ...steps, { id: 'rare', type: 'info', showIf: 'rare' }],
    conditions: { rare: compare(variable('score'), '==', literal(12_345)), ...conditions },
    dimensions: [{ name: 'score', least: 0, most: 0 }],
    variables: [{ name: 'score', kind: 'sum', dimension: 'score' }],
  });
}

const limit = 40_000;

test('what can be proved of a funnel with too many visits is reported beside what stays open', () => {
  const both = compare(is('q3', 'a'), 'and', is('q3', 'b'));
  const funnel = crowd(
    [
      { id: 'never', type: 'info', showIf: 'both' },
      { id: 'name', type: 'text', required: false },
      { id: 'ann', type: 'info', showIf: 'ann', next: [{ when: 'both', to: null }, { to: 'rare' }] },
    ],
    { both, ann: compare(answer('name'), '==', literal('ann')) },
  );
  const verdicts = proveFunnel(funnel, [], limit);
  expect(verdicts).toMatchObject({
    kind: 'undecided',
    open: [{ kind: 'step', step: 'rare' }],
    tried: 300,
    tracked: expect.arrayContaining(['score']),
    unreachableSteps: [{ step: 'never', isHidden: true }],
    unreachableEdges: [{ step: 'ann', edge: 0, isShadowed: false }],
    missingAnswers: [{ asked: { kind: 'show_if', step: 'ann' }, field: 'name' }],
  });
  replayedTally(funnel, claimsOf(funnel, verdicts));
});

test('a funnel with too many visits still has examples of those of its steps that can be found', () => {
  const funnel = crowd([{ id: 'seldom', type: 'info', showIf: 'seldom' }], { seldom: is('q3', 'b') });
  const examples = exampleVisits(funnel, limit);
  expect([...examples.keys()]).toEqual(expect.arrayContaining(['q0', 'q59', 'seldom']));
  for (const [step, visit] of examples) {
    expect(visit.steps.at(-1)).toEqual({ step });
    replayVisit(funnel, visit, 'standing');
  }
}, 60_000);

const branches = Array.from({ length: 200 }, (_, at) => at);

test('many branches each of whose options has a way of its own are not too many', () => {
  const conditions = Object.fromEntries(
    branches.flatMap((at) => ['a', 'b'].map((key) => [`${at}${key}`, is(`q${at}`, key)])),
  );
  const steps = branches.flatMap((at): StepDraft[] => [
    {
      id: `q${at}`,
      type: 'single_choice',
      options: ['a', 'b'],
      next: [{ when: `${at}a`, to: `a${at}` }, { when: `${at}b`, to: `b${at}` }, { to: `a${at}` }],
    },
    { id: `a${at}`, type: 'info', next: [{ to: at < 199 ? `q${at + 1}` : null }] },
    { id: `b${at}`, type: 'info' },
  ]);
  const verdicts = proveFunnel(buildFunnel({ steps, conditions }));
  expect(verdicts.kind).toBe('proved');
  expect(verdicts.unreachableEdges).toHaveLength(200);
});

test('many steps that no visitor is shown are all reported, and many that share a goal', () => {
  const notes = branches.map((at): StepDraft => ({ id: `n${at}`, type: 'info', showIf: 'both', goal: `g${at % 2}` }));
  const shared = branches.slice(0, 60).map((at): StepDraft => ({ id: `s${at}`, type: 'info', goal: 'shared' }));
  const both = compare(is('q', 'a'), 'and', is('q', 'b'));
  const steps: StepDraft[] = [{ id: 'q', type: 'single_choice', options: ['a', 'b'] }, ...notes, ...shared];
  const verdicts = proveFunnel(buildFunnel({ steps, conditions: { both } }));
  expect(verdicts.kind).toBe('proved');
  expect(verdicts.unreachableSteps.map(({ visit }) => visit.steps.length)).toEqual(branches.map(() => 2));
  expect(verdicts.goalsTwice).toHaveLength((60 * 59) / 2);
}, 60_000);
