import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialTransition } from 'xstate';
import type { CompiledExperiment, CompiledFunnel, Expression } from '../../engine/model.ts';
import { createFunnelMachine } from '../../engine/run/machine.ts';
import { distinctFirstSteps, firstStepOf } from '../../scripts/build/first-screens.ts';
import type { FirstStep } from '../../web/starter/first-screen.ts';
import { buildFunnel, compare, literal, variable } from '../engine/run/build-funnel.ts';

type Variants = Readonly<Record<string, string>>;

const experiment = (name: string, variants: readonly string[]): CompiledExperiment => ({
  name,
  variants: variants.map((variant) => ({ name: variant, weight: 1 })),
});
const has = (name: string, variant: string) => compare({ kind: 'variant', experiment: name }, '==', literal(variant));
const both = (left: Expression, right: Expression) => compare(left, 'and', right);

/** A quiz of infos, each shown under its condition, and a last one that everybody sees. */
function quizOf(conditions: readonly Expression[], experiments: readonly CompiledExperiment[]): CompiledFunnel {
  return buildFunnel({
    experiments,
    conditions: Object.fromEntries(conditions.map((condition, at) => [`c${at}`, condition])),
    variables: [{ name: 'size', kind: 'value', value: { kind: 'variant', experiment: 'size' } }],
    steps: [
      ...conditions.map((_, at) => ({ id: `s${at}`, type: 'info' as const, showIf: `c${at}` })),
      { id: 'all', type: 'info' },
    ],
  });
}

/** What the script in the page comes to. */
function follow(first: FirstStep, variants: Variants): string {
  return typeof first === 'string' ? first : follow(first.steps[variants[first.experiment.name]!]!, variants);
}

const size = experiment('size', ['small', 'large']);
const colour = experiment('colour', ['red', 'green', 'blue']);

describe('the first step of a quiz', () => {
  test('is one where no experiment decides it', () => {
    expect(firstStepOf(quizOf([], [size]))).toBe('all');
    expect(firstStepOf(quizOf([both(has('size', 'small'), has('size', 'large'))], [size]))).toBe('all');
  });

  test('names only the experiments that decide it', () => {
    const first = firstStepOf(quizOf([has('colour', 'green'), has('size', 'large')], [size, colour]));
    const later = { experiment: size, steps: { small: 'all', large: 's1' } };
    expect(first).toEqual({ experiment: colour, steps: { red: later, green: 's0', blue: later } });
  });

  test('may depend on a variant by way of a variable', () => {
    const first = firstStepOf(quizOf([compare(variable('size'), '==', literal('large'))], [size]));
    expect(first).toEqual({ experiment: size, steps: { small: 'all', large: 's0' } });
  });

  test('is another screen for each variant that its texts depend on', () => {
    const worded = { ...size, texts: { steps: ['all'], outcomes: [] } };
    const first = firstStepOf(quizOf([has('colour', 'green')], [worded, colour]));
    const texts = { experiment: size, steps: { small: 'all small', large: 'all large' } };
    expect(first).toEqual({ experiment: colour, steps: { red: texts, green: 's0', blue: texts } });
    expect([...distinctFirstSteps(first).keys()]).toEqual(['all small', 'all large', 's0']);
  });

  test('is rendered once each, first for visitors with the first variants', () => {
    const steps = distinctFirstSteps(firstStepOf(quizOf([has('colour', 'red'), has('size', 'large')], [size, colour])));
    expect([...steps]).toEqual([
      ['s0', { colour: 'red' }],
      ['all', { colour: 'green', size: 'small' }],
      ['s1', { colour: 'green', size: 'large' }],
    ]);
  });

  test('is the one at which the engine begins, whatever the conditions and the variants are', () => {
    const experiments = [size, colour, experiment('proof', ['plain', 'doctors'])];
    const anyVariants = fc.record(
      Object.fromEntries(
        experiments.map(({ name, variants }) => [name, fc.constantFrom(...variants.map((variant) => variant.name))]),
      ),
    );
    const term = fc
      .constantFrom(...experiments)
      .chain(({ name, variants }) => fc.constantFrom(...variants.map((variant) => has(name, variant.name))));
    const condition = fc.oneof(
      term,
      fc.tuple(term, term).map(([left, right]) => both(left, right)),
      term.map((operand): Expression => ({ kind: 'unary', operator: 'not', operand })),
      term.map((item): Expression => ({ kind: 'call', name: 'count', arguments: [{ kind: 'list', items: [item] }] })),
    );
    fc.assert(
      fc.property(fc.array(condition, { maxLength: 4 }), anyVariants, (conditions, variants) => {
        const funnel = quizOf(conditions, experiments);
        const [snapshot] = initialTransition(createFunnelMachine(funnel), { variants });
        expect(follow(firstStepOf(funnel), variants)).toBe(snapshot.value);
      }),
    );
  });
});
