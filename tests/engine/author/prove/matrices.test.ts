import { expect, test } from 'vitest';
import { proveFunnel } from '../../../../engine/author/prove/prove-funnel.ts';
import { tryAll } from '../../../../engine/author/prove/replay.ts';
import type { CompiledFunnel, CompiledOption, Expression } from '../../../../engine/model.ts';
import { answer, buildFunnel, compare, literal, variable, type StepDraft } from '../../run/build-funnel.ts';

/** The scales of DASS-21, as they are published: which of its 21 statements is of which. */
const scales = 'sadadsasadssdsaddsaad';
const names = { d: 'depression', a: 'anxiety', s: 'stress' } as const;
/** From how many points on a scale is mild, moderate, severe and extreme. */
const limits = { d: [5, 7, 11, 14], a: [4, 5, 8, 10], s: [8, 10, 13, 17] } as const;

const columns: readonly CompiledOption[] = ['never', 'sometimes', 'often', 'always'].map((key) => ({ key }));

/** Seven statements of one matrix, as a compiler makes it. */
function part(number: number): StepDraft {
  const rows = [...scales].slice(7 * number, 7 * number + 7);
  const cells = rows.flatMap((scale, row) =>
    columns.map(({ key }, points) => ({
      key: `i${7 * number + row}.${key}`,
      scores: { [names[scale as 'd']]: points },
    })),
  );
  const draft = { id: `part${number}`, type: 'matrix', options: columns } as const;
  return { ...draft, rows: rows.map((_, row) => `i${7 * number + row}`), cells } as StepDraft;
}

const isAtLeast = (level: number): Expression =>
  (['d', 'a', 's'] as const)
    .map((scale) => compare(variable(names[scale]), '>=', literal(limits[scale][level]!)))
    .reduce((one, other) => compare(one, 'or', other));

function dass(): CompiledFunnel {
  const built = buildFunnel({
    steps: [0, 1, 2].map(part),
    dimensions: Object.values(names).map((name) => ({ name, least: 0, most: 21 })),
    conditions: { extreme: isAtLeast(3), severe: isAtLeast(2), moderate: isAtLeast(1), mild: isAtLeast(0) },
    outcomes: [
      ...['extreme', 'severe', 'moderate', 'mild'].map((id) => ({ id, when: id, topics: [] })),
      { id: 'normal', topics: [] },
    ],
  });
  const steps = built.steps.map((step, at) => {
    const { rows, cells } = part(at) as unknown as { rows: readonly string[]; cells: readonly CompiledOption[] };
    return { ...step, rows, columns: columns.map(({ key }) => key), options: cells };
  });
  return { ...built, steps };
}

test('three scales over three matrices are proved as over 21 questions', () => {
  const proof = proveFunnel(dass());
  expect(proof).toMatchObject({ kind: 'proved', unreachableOutcomes: [], unreachableSteps: [] });
});

test('a sum that no answers to matrices come to is refuted', () => {
  const funnel = dass();
  const never = compare(variable('depression'), '>', literal(21));
  const [first, ...others] = funnel.outcomes;
  const changed = {
    ...funnel,
    conditions: { ...funnel.conditions, never },
    outcomes: [first!, { id: 'nobody', when: 'never', topics: [] }, ...others],
  };
  const proof = proveFunnel(changed);
  expect(proof.unreachableOutcomes).toEqual([{ outcome: 'nobody' }]);
});

test('a condition on one row of a matrix is shown by a visit that answers all of them', () => {
  const funnel = dass();
  const conditions = {
    ...funnel.conditions,
    both: compare(isAtLeast(3), 'and', compare(answer('part1'), 'has', literal('i9.often'))),
  };
  const outcomes = [
    { id: 'all', topics: [] },
    { id: 'both', when: 'both', topics: [] },
  ];
  const { unreachableOutcomes } = proveFunnel({ ...funnel, conditions, outcomes });
  const steps = unreachableOutcomes[0]!.shadowed!.steps;
  expect(steps.map(({ answer: cells }) => (cells as readonly string[]).length)).toEqual([7, 7, 7]);
  expect(steps[1]!.answer).toContain('i9.often');
});

test('visits that choose what stands first throughout, and last, are tried', () => {
  expect(['normal', 'extreme'].filter((each) => tryAll(dass()).outcomes.has(each))).toHaveLength(2);
});
