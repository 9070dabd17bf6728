import { describe, expect, test } from 'vitest';
import { proveFunnel } from '../../../../engine/author/prove/prove-funnel.ts';
import type { CompiledFunnel, Expression } from '../../../../engine/model.ts';
import { answer, buildFunnel, compare, literal, variable, type StepDraft } from '../../run/build-funnel.ts';

/** A funnel whose first outcome is for those for whom a condition holds. */
function askingFor(steps: readonly StepDraft[], when: Expression, more: Partial<CompiledFunnel> = {}): CompiledFunnel {
  return buildFunnel({
    ...more,
    steps,
    conditions: { special: when },
    outcomes: [
      { id: 'special', when: 'special', topics: [] },
      { id: 'other', topics: [] },
    ],
  });
}

const many = Array.from({ length: 40 }, (_, at) => `s${at}`);
const score = { name: 'score', least: 0, most: 0 };

/** Each far beyond what can be looked at. */
const tooLarge: Readonly<Record<string, CompiledFunnel>> = {
  'products of numbers': askingFor(
    many.map((id) => ({ id, type: 'number', min: 1, max: 1000 })),
    compare(
      many.map((id) => answer(id)).reduce((product, each) => compare(product, '*', each)),
      '==',
      literal(7919),
    ),
  ),
  'sums that all differ': askingFor(
    many.map((id, at) => ({ id, type: 'single_choice', options: [{ key: 'a', scores: { score: 2 ** at } }, 'b'] })),
    compare(variable('score'), '==', literal(2 ** 39 + 12_345)),
    { dimensions: [score], variables: [{ name: 'score', kind: 'sum', dimension: 'score' }] },
  ),
  'options chosen from many': askingFor(
    [{ id: 's0', type: 'multiple_choice', options: many.map((key, at) => ({ key, scores: { score: 2 ** at } })) }],
    compare(variable('score'), '==', literal(12_345)),
    { dimensions: [score], variables: [{ name: 'score', kind: 'sum', dimension: 'score' }] },
  ),
};

describe('what has too many visits to be decided is said to be open, and which step makes it so', () => {
  test.each(Object.entries(tooLarge))(
    '%s',
    (_name, funnel) => {
      const verdicts = proveFunnel(funnel, [], 30_000);
      expect(verdicts.kind).toBe('undecided');
      expect(verdicts).toMatchObject({ step: expect.stringMatching(/^s\d+$/) });
      expect(verdicts).toMatchObject({ open: [{ kind: 'outcome', outcome: 'special' }] });
      expect('tracked' in verdicts ? verdicts.tracked : []).not.toEqual([]);
    },
    60_000,
  );
});

/** A quarter of what is looked at without it. */
const limit = 100_000;

test('the bound is reached after few seconds of work, and in little memory', () => {
  const before = { memory: process.memoryUsage().heapUsed, work: process.cpuUsage().user };
  expect(proveFunnel(tooLarge['sums that all differ']!, [], limit).kind).toBe('undecided');
  expect(process.cpuUsage().user - before.work).toBeLessThan(2.5e6);
  expect(process.memoryUsage().heapUsed - before.memory).toBeLessThan(500e6);
});

test('a long funnel without branches is proved', () => {
  const steps = Array.from({ length: 10_000 }, (_, at): StepDraft => ({ id: `s${at}`, type: 'single_choice' }));
  const verdicts = proveFunnel(buildFunnel({ steps }), []);
  expect(verdicts).toMatchObject({ kind: 'proved', unreachableSteps: [], unreachableOutcomes: [] });
});
