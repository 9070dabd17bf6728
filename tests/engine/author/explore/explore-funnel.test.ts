import { describe, expect, test } from 'vitest';
import { exploreFunnel } from '../../../../engine/author/explore/explore-funnel.ts';
import { measureRemaining, measureTotal } from '../../../../engine/author/compile/measure.ts';
import type { VisitState } from '../../../../engine/author/explore/visit-state.ts';
import type { Answer, CompiledFunnel, Expression } from '../../../../engine/model.ts';
import { answer, buildFunnel, compare, is, literal, variable, type StepDraft } from '../../run/build-funnel.ts';

const conditions: Record<string, Expression> = {
  'first: a': is('first', 'a'),
  'first: b': is('first', 'b'),
  'second: a': is('second', 'a'),
  'second missing': {
    kind: 'unary',
    operator: 'not',
    operand: { kind: 'call', name: 'answered', arguments: [answer('second')] },
  },
  'variant: x': compare({ kind: 'variant', experiment: 'proof' }, '==', literal('x')),
  'variant: y': compare({ kind: 'variant', experiment: 'proof' }, '==', literal('y')),
  'from mail': compare({ kind: 'query', name: 'source' }, '==', literal('mail')),
  'not from mail': compare({ kind: 'query', name: 'source' }, '!=', literal('mail')),
  'short nights': compare(answer('hours'), '<', literal(6.5)),
  'very short nights': compare(answer('hours'), '<', literal(5)),
  'long nights': compare(answer('hours'), '>=', literal(6.5)),
  'in debt': compare(variable('debt'), '>', literal(2)),
  'just six hours': compare(answer('hours'), '==', literal(6)),
  'between five and six': compare(
    compare(answer('hours'), '>', literal(5)),
    'and',
    compare(answer('hours'), '<', literal(6)),
  ),
  'debt of three': compare(variable('debt'), '==', literal(3)),
  'the same name twice': compare(answer('name'), '==', answer('other_name')),
  'two other names': compare(
    compare(answer('name'), '!=', answer('other_name')),
    'and',
    compare(answer('other_name'), '!=', literal('Ann')),
  ),
  'strained: 3': compare(variable('strain'), '>=', literal(3)),
  'strained: 2': compare(variable('strain'), '>=', literal(2)),
  'has a': compare(answer('several'), 'has', literal('a')),
  'has none': compare(answer('several'), 'has', literal('none')),
};

function funnelOf(steps: readonly StepDraft[]): CompiledFunnel {
  return buildFunnel({
    steps,
    conditions,
    dimensions: ['score', 'calm'].map((name) => ({ name, least: 0, most: 0 })),
    experiments: [{ name: 'proof', variants: ['x', 'y'].map((name) => ({ name, weight: 1 })) }],
    hiddenFields: ['source'],
    variables: [
      { name: 'strain', kind: 'sum', dimension: 'score' },
      { name: 'debt', kind: 'value', value: compare(literal(8), '-', answer('hours')) },
    ],
  });
}

function statesOf(funnel: CompiledFunnel): readonly VisitState[] {
  return exploreFunnel(funnel)?.states ?? [];
}

/** The fewest and the most steps after the first. */
function following(steps: readonly StepDraft[]): string {
  const funnel = funnelOf(steps);
  const [first] = measureRemaining(exploreFunnel(funnel)!, funnel.steps);
  return `${first?.fewest}–${first?.most}`;
}

const shownIf = (...names: (keyof typeof conditions)[]): StepDraft[] =>
  names.map((showIf, at) => ({ id: `note_${at}`, type: 'info', showIf }));
const choice = (id: string, ...options: NonNullable<StepDraft['options']>): StepDraft => ({
  id,
  type: 'single_choice',
  options: options.length > 0 ? options : ['a', 'b', 'c'],
});
const start: StepDraft = { id: 'start', type: 'intro' };

describe('of steps that conditions keep apart, a visitor sees one', () => {
  test('by the answer to one question', () => {
    expect(following([choice('first'), ...shownIf('first: a', 'first: b')])).toBe('0–1');
    expect(following([choice('first', 'a', 'b'), ...shownIf('first: a', 'first: b')])).toBe('1–1');
  });

  test('by the variant of an experiment', () => {
    expect(following([start, ...shownIf('variant: x', 'variant: y')])).toBe('1–1');
  });

  test('by a hidden field, which may be missing', () => {
    expect(following([start, ...shownIf('from mail', 'not from mail')])).toBe('1–1');
  });

  test('by the thresholds of a number', () => {
    const hours: StepDraft = { id: 'hours', type: 'number', min: 3, max: 10, step: 0.5 };
    expect(following([hours, ...shownIf('short nights', 'long nights')])).toBe('1–1');
    expect(following([hours, ...shownIf('very short nights', 'short nights')])).toBe('0–2');
    expect(following([{ ...hours, min: 5 }, ...shownIf('very short nights', 'short nights')])).toBe('0–1');
  });

  test('by one value among many', () => {
    const hours: StepDraft = { id: 'hours', type: 'number', min: 3, max: 10, step: 0.5 };
    expect(following([hours, ...shownIf('just six hours')])).toBe('0–1');
    expect(following([hours, ...shownIf('between five and six')])).toBe('0–1');
    expect(following([{ ...hours, step: 1 }, ...shownIf('between five and six')])).toBe('0–0');
    expect(following([hours, ...shownIf('debt of three')])).toBe('0–1');
    expect(following([{ ...hours, step: 1, min: 3.5, max: 9.5 }, ...shownIf('debt of three')])).toBe('0–0');
  });

  test('by whether two texts are equal', () => {
    const [name, other]: StepDraft[] = ['name', 'other_name'].map((id) => ({ id, type: 'text' }));
    expect(following([name!, other!, ...shownIf('the same name twice', 'two other names')])).toBe('1–2');
    const address: StepDraft = { id: 'name', type: 'email' };
    expect(following([address, { ...other!, maxLength: 2 }, ...shownIf('the same name twice')])).toBe('1–1');
  });

  test('by what is reckoned from a number', () => {
    const hours: StepDraft = { id: 'hours', type: 'number', min: 3, max: 10, step: 0.5 };
    expect(following([hours, ...shownIf('in debt', 'long nights')])).toBe('0–1');
    expect(following([{ ...hours, max: 5.5 }, ...shownIf('in debt', 'long nights')])).toBe('1–1');
  });

  test('by an exclusive option', () => {
    const several: StepDraft = {
      id: 'several',
      type: 'multiple_choice',
      options: ['a', 'b', 'c', { key: 'none', exclusive: true }],
    };
    expect(following([several, ...shownIf('has a', 'has none')])).toBe('0–1');
    expect(following([{ ...several, choose: { min: 3, max: 3 } }, ...shownIf('has a', 'has none')])).toBe('1–1');
  });

  test('by the sum of their points', () => {
    const scored = ['first', 'second'].map((id) => choice(id, { key: 'a', scores: { score: 1 } }, { key: 'b' }));
    expect(following([start, ...scored, ...shownIf('strained: 3')])).toBe('2–2');
    expect(following([start, ...scored, ...shownIf('strained: 2')])).toBe('2–3');
    expect(following([start, ...scored, ...shownIf('strained: 2', 'second missing')])).toBe('2–3');
  });
});

test('an answer is missing where its question was hidden or lies on another branch', () => {
  const hidden: StepDraft = { ...choice('second', 'a'), showIf: 'first: a' };
  expect(following([choice('first'), hidden, ...shownIf('second: a', 'second missing')])).toBe('1–2');
  const [first, second, ...rest] = [choice('first'), choice('second', 'a'), ...shownIf('second missing', 'second: a')];
  const skipping = { ...first, next: [{ when: 'first: a', to: 'note_0' }, { to: 'second' }] };
  expect(following([skipping, second, ...rest])).toBe('1–2');
});

test('a branch within a branch', () => {
  const steps: StepDraft[] = [
    { ...choice('first', 'a', 'b'), next: [{ when: 'first: a', to: 'second' }, { to: 'end' }] },
    { ...choice('second', 'a', 'b'), next: [{ when: 'second: a', to: 'deep' }, { to: 'shallow' }] },
    { id: 'deep', type: 'info', showIf: 'first: a' },
    { id: 'deeper', type: 'info', showIf: 'second: a' },
    { id: 'shallow', type: 'info', showIf: 'second: a' },
    { id: 'end', type: 'info', showIf: 'first: b' },
  ];
  const remaining = measureRemaining(exploreFunnel(funnelOf(steps))!, funnelOf(steps).steps);
  expect(remaining.map((range) => range && `${range.fewest}–${range.most}`)).toEqual([
    '1–4',
    '0–3',
    '2–2',
    '1–1',
    '0–0',
    '0–0',
  ]);
});

test('nothing is said of a step that no visitor sees', () => {
  const steps = [choice('first', 'b', 'c'), ...shownIf('first: a')];
  expect(measureRemaining(exploreFunnel(funnelOf(steps))!, funnelOf(steps).steps)).toEqual([
    { fewest: 0, most: 0 },
    undefined,
  ]);
});

test('the totals of a dimension are those of whole visits', () => {
  const scored = choice('first', { key: 'a', scores: { score: 2 } }, { key: 'b', scores: { score: -1, calm: 4 } });
  const more: StepDraft = { ...choice('second', { key: 'a', scores: { score: 5 } }), showIf: 'first: b' };
  const exploration = exploreFunnel(funnelOf([scored, more]))!;
  expect(measureTotal(exploration, 'score')).toEqual({ least: 2, most: 4 });
  expect(measureTotal(exploration, 'calm')).toEqual({ least: 0, most: 4 });
});

describe('states', () => {
  test('there is one for each step of a funnel without conditions, however many answers', () => {
    const steps = Array.from({ length: 50 }, (_, at) => choice(`s${at}`));
    expect(statesOf(funnelOf(steps))).toHaveLength(51);
  });

  test('branches that matter no further come together again', () => {
    const steps = Array.from({ length: 12 }, (_, at): StepDraft[] => [
      {
        ...choice(`q${at}`),
        next: [{ when: `q${at} a`, to: `a${at}` }, { when: `q${at} b`, to: `b${at}` }, { to: `c${at}` }],
      },
      { id: `a${at}`, type: 'info', next: [{ to: `c${at}` }] },
      { id: `b${at}`, type: 'info' },
      { id: `c${at}`, type: 'info', showIf: `q${at} b` },
    ]).flat();
    const named = Array.from({ length: 12 }, (_, at) => [
      [`q${at} a`, is(`q${at}`, 'a')],
      [`q${at} b`, is(`q${at}`, 'b')],
    ]).flat();
    const funnel = buildFunnel({ steps, conditions: Object.fromEntries(named) as Record<string, Expression> });
    expect(statesOf(funnel).length).toBeLessThan(12 * 6);
    expect(measureRemaining(exploreFunnel(funnel)!, funnel.steps)[0]).toEqual({ fewest: 11, most: 35 });
  });

  test('a question passed over is one with an answer that no condition wants', () => {
    const steps: StepDraft[] = [
      { ...choice('first', 'a', 'b'), next: [{ when: 'first: a', to: 'end' }, { to: 'second' }] },
      choice('second'),
      { id: 'end', type: 'info' },
      ...shownIf('second: a'),
    ];
    expect(statesOf(funnelOf(steps)).filter(({ at }) => at === 2)).toHaveLength(2);
  });

  test('sums that can grow no more are distinguished only where conditions do', () => {
    const scored = choice('first', ...[0, 1, 2, 3, 4].map((score) => ({ key: `o${score}`, scores: { score } })));
    const steps: StepDraft[] = [scored, { id: 'between', type: 'info' }, ...shownIf('strained: 3')];
    expect(statesOf(funnelOf(steps)).filter(({ at }) => at === 1)).toHaveLength(2);
  });

  test('options that nothing distinguishes are no states of their own', () => {
    const several: StepDraft = { id: 'several', type: 'multiple_choice', options: [...'abcdefghijklmnopqrst'] };
    expect(statesOf(funnelOf([several, ...shownIf('has a'), { id: 'end', type: 'info' }]))).toHaveLength(5);
  });

  test('each remembers the shortest visit that comes to it', () => {
    const steps: StepDraft[] = [
      { ...choice('first'), next: [{ when: 'first: b', to: 'end' }, { to: 'long' }] },
      { id: 'long', type: 'info' },
      { id: 'longer', type: 'info' },
      { id: 'end', type: 'info' },
    ];
    const end = statesOf(funnelOf(steps)).find(({ at }) => at === 3);
    expect(end?.shown).toBe(1);
    expect(visitTo(end)).toEqual(['b']);
  });

  test('too many are given up', () => {
    const steps = ['first', 'second'].map((id) => choice(id));
    const funnel = funnelOf([...steps, ...shownIf('first: a', 'second: a')]);
    expect(exploreFunnel(funnel, 5)).toBeUndefined();
    expect(exploreFunnel(funnel)?.states.length).toBeGreaterThan(5);
  });
});

function visitTo(state: VisitState | undefined): readonly (Answer | undefined)[] {
  if (!state?.reached) return [];
  const { from, by } = state.reached;
  return [...visitTo(from), by.kind === 'passed' ? by.answer : undefined];
}
