import { expect, test } from 'vitest';
import { exampleVisits } from '../../../../engine/author/prove/describe-visits.ts';
import { proveFunnel } from '../../../../engine/author/prove/prove-funnel.ts';
import type { CompiledFunnel, Expression } from '../../../../engine/model.ts';
import { answer, buildFunnel, compare, is, literal, variable, type StepDraft } from '../../run/build-funnel.ts';
import { claimsOf, replayedTally } from './claims.ts';
import { replayVisit } from './replay.ts';

/** Sixty questions whose points all differ, steps after them, and an outcome or a step for just one sum. */
function crowd(
  asks: 'outcome' | 'step',
  steps: readonly StepDraft[],
  conditions: Record<string, Expression> = {},
): CompiledFunnel {
  const questions = Array.from({ length: 60 }, (_, at): StepDraft => {
    const options = [{ key: 'a', scores: { score: 2 ** (at % 20) + at / 64 } }, 'b'];
    return { id: `q${at}`, type: 'single_choice', options };
  });
  const rare: StepDraft[] = asks === 'step' ? [{ id: 'rare', type: 'info', showIf: 'rare' }] : [];
  const outcomes = [{ id: 'all', topics: [] }];
  return buildFunnel({
    steps: [...questions, ...steps, ...rare],
    conditions: { rare: compare(variable('score'), '==', literal(12_345)), ...conditions },
    dimensions: [{ name: 'score', least: 0, most: 0 }],
    variables: [{ name: 'score', kind: 'sum', dimension: 'score' }],
    outcomes: asks === 'outcome' ? [{ id: 'rare', when: 'rare', topics: [] }, ...outcomes] : outcomes,
  });
}

const limit = 40_000;
const both = compare(is('q3', 'a'), 'and', is('q3', 'b'));
const steps: readonly StepDraft[] = [
  { id: 'never', type: 'info', showIf: 'both' },
  { id: 'name', type: 'text', required: false },
  { id: 'ann', type: 'info', showIf: 'ann', next: [{ when: 'both', to: null }, { to: 'last' }] },
  { id: 'last', type: 'info' },
];
const conditions = { both, ann: compare(answer('name'), '==', literal('ann')) };

test('where only outcomes have too many visits, what is proved of the steps is reported beside what stays open', () => {
  const funnel = crowd('outcome', steps, conditions);
  const verdicts = proveFunnel(funnel, [], limit);
  expect(verdicts).toMatchObject({
    kind: 'undecided',
    open: [{ kind: 'outcome', outcome: 'rare' }],
    tried: 300,
    tracked: expect.arrayContaining(['score']),
    unreachableSteps: [{ step: 'never', isHidden: true }],
    unreachableEdges: [{ step: 'ann', edge: 0, isShadowed: false }],
    missingAnswers: [{ asked: { kind: 'show_if', step: 'ann' }, field: 'name' }],
  });
  replayedTally(funnel, claimsOf(funnel, verdicts));
});

test('where steps have too many visits, all stays open that none of those that are tried shows', () => {
  const notes: readonly StepDraft[] = ['one', 'two'].map((id) => ({ id, type: 'info', goal: 'noted' }));
  const verdicts = proveFunnel(
    crowd('step', [...steps, ...notes], conditions),
    [{ at: { kind: 'step', step: 'last' }, field: 'name' }],
    limit,
  );
  expect(verdicts).toMatchObject({
    kind: 'undecided',
    open: [
      { kind: 'step', step: 'never' },
      { kind: 'step', step: 'ann' },
      { kind: 'step', step: 'rare' },
      { kind: 'answer', asked: { kind: 'show_if', step: 'ann' }, field: 'name' },
      { kind: 'recall', at: { kind: 'step', step: 'last' }, field: 'name' },
      { kind: 'goal', goal: 'noted', steps: ['one', 'two'] },
    ],
    unreachableSteps: [],
    missingRecalls: [],
  });
});

test('a funnel with too many visits still has examples of those of its steps that can be found', () => {
  const funnel = crowd('step', [{ id: 'seldom', type: 'info', showIf: 'seldom' }], { seldom: is('q3', 'b') });
  const examples = exampleVisits(funnel, limit);
  expect([...examples.keys()]).toEqual(expect.arrayContaining(['q0', 'q59', 'seldom']));
  for (const [step, visit] of examples) {
    expect(visit.steps.at(-1)).toEqual({ step });
    replayVisit(funnel, visit, 'standing');
  }
});

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
});
