import { expect, test } from 'vitest';
import { exampleVisits } from '../../../../engine/author/prove/describe-visits.ts';
import type { Expression } from '../../../../engine/model.ts';
import { answer, buildFunnel, compare, is, literal, type StepDraft } from '../../run/build-funnel.ts';

const conditions: Record<string, Expression> = {
  'first: a': is('first', 'a'),
  'first: c': is('first', 'c'),
  'variant: y': compare({ kind: 'variant', experiment: 'proof' }, '==', literal('y')),
  'from mail': compare({ kind: 'query', name: 'source' }, '==', literal('mail')),
  'short nights': compare(answer('hours'), '<', literal(5)),
};

function examplesOf(steps: readonly StepDraft[]) {
  const experiments = [{ name: 'proof', variants: ['x', 'y'].map((name) => ({ name, weight: 1 })) }];
  return Object.fromEntries(exampleVisits(buildFunnel({ steps, conditions, experiments, hiddenFields: ['source'] })));
}

test('a step comes with the answers that lead to it by the shortest way', () => {
  const examples = examplesOf([
    {
      id: 'first',
      type: 'single_choice',
      options: ['b', 'a'],
      next: [{ when: 'first: a', to: 'end' }, { to: 'long' }],
    },
    { id: 'long', type: 'info' },
    { id: 'hours', type: 'number', min: 3, max: 10 },
    { id: 'note', type: 'info', showIf: 'short nights' },
    { id: 'end', type: 'info' },
  ]);
  expect(examples['first']).toEqual({ steps: [{ step: 'first' }] });
  expect(examples['note']).toEqual({
    steps: [{ step: 'first', answer: 'b' }, { step: 'long' }, { step: 'hours', answer: 3 }, { step: 'note' }],
  });
  expect(examples['end']).toEqual({ steps: [{ step: 'first', answer: 'a' }, { step: 'end' }] });
});

test('the variant and the query parameter that a step needs are reported, and no others', () => {
  const examples = examplesOf([
    { id: 'start', type: 'intro' },
    { id: 'test', type: 'info', showIf: 'variant: y' },
    { id: 'mailed', type: 'info', showIf: 'from mail' },
    { id: 'end', type: 'info' },
  ]);
  expect(examples['test']).toEqual({ variants: { proof: 'y' }, steps: [{ step: 'start' }, { step: 'test' }] });
  expect(examples['mailed']?.query).toEqual({ source: 'mail' });
});

test('a step that no visitor sees has none', () => {
  const steps: StepDraft[] = [
    { id: 'first', type: 'single_choice' },
    { id: 'note', type: 'info', showIf: 'first: c' },
  ];
  expect(Object.keys(examplesOf(steps))).toEqual(['first']);
});
