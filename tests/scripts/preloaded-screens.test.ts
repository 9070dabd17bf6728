import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialTransition } from 'xstate';
import type { CompiledFunnel, Expression, FunnelWords, StepWords, VisitEvent } from '../../engine/model.ts';
import { createFunnelMachine, take } from '../../engine/run/machine.ts';
import { preloadedScreensHtml, preloadedScreensOf } from '../../scripts/build/first-screens.ts';
import type { EarlyTransitions } from '../../web/starter/early-visit.ts';
import { buildFunnel, compare, literal, withWords } from '../engine/run/build-funnel.ts';

const isHere = (type: string) => ['intro', 'info', 'single_choice'].includes(type);
const hold = (funnel: CompiledFunnel, words: Partial<FunnelWords> = {}) =>
  preloadedScreensOf(withWords(funnel, words), [{}], isHere);
const answer = (field: string): Expression => ({ kind: 'answer', field });
const query: Expression = { kind: 'query', name: 'source' };

describe('the screens that a page holds', () => {
  test('are the intro, the questions that follow, and where each leads', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'hello', type: 'intro' },
        { id: 'mood', type: 'single_choice' },
        { id: 'sleep', type: 'single_choice' },
        { id: 'age', type: 'number' },
        { id: 'end', type: 'info' },
      ],
    });
    const { screens, transitions } = hold(funnel);
    expect(screens.map(({ step, events }) => [step, events])).toEqual([
      ['mood', [{ type: 'NEXT' }]],
      ['sleep', [{ type: 'NEXT' }, { type: 'ANSWER', value: 'yes' }]],
    ]);
    expect(transitions).toEqual({ hello: 'mood', mood: 'sleep' }); // a number needs code that comes later
  });

  test('follow each answer of a branch that the answer alone decides', () => {
    const funnel = buildFunnel({
      conditions: { tired: compare(answer('mood'), '==', literal('tired')) },
      steps: [
        {
          id: 'mood',
          type: 'single_choice',
          options: ['calm', 'tired'],
          next: [{ when: 'tired', to: 'bed' }, { to: 'day' }],
        },
        { id: 'day', type: 'info', next: [{ to: 'end' }] },
        { id: 'bed', type: 'info', next: [{ to: 'age' }] },
        { id: 'age', type: 'number' },
        { id: 'end', type: 'info' },
      ],
    });
    expect(hold(funnel).transitions).toEqual({ mood: { calm: 'day', tired: 'bed' }, day: 'end' });
  });

  test('stop where an earlier answer, the address or an experiment has a say', () => {
    for (const condition of [
      compare(answer('first'), '==', literal('yes')),
      compare(query, '==', literal('ad')),
      compare({ kind: 'variant', experiment: 'size' }, '==', literal('small')),
      compare({ kind: 'variable', name: 'sum' }, '>', literal(1)),
    ]) {
      const branch = buildFunnel({
        hiddenFields: ['source'],
        experiments: [{ name: 'size', variants: [{ name: 'small', weight: 1 }] }],
        variables: [{ name: 'sum', kind: 'value', value: literal(2) }],
        conditions: { condition },
        steps: [
          { id: 'first', type: 'single_choice' },
          { id: 'fork', type: 'info', next: [{ when: 'condition', to: 'one' }, { to: 'other' }] },
          { id: 'one', type: 'info' },
          { id: 'other', type: 'info', showIf: 'condition' },
          { id: 'end', type: 'info' },
        ],
      });
      expect(hold(branch).transitions).toEqual({ first: 'fork' });
    }
  });

  test('recall nothing that only the engine can say', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'hello', type: 'intro' },
        { id: 'mood', type: 'single_choice' },
        { id: 'end', type: 'info' },
      ],
    });
    const steps: Record<string, StepWords> = { end: { title: ['You feel ', { recall: 'mood' }] } };
    expect(hold(funnel, { steps }).transitions).toEqual({ hello: 'mood' });
  });

  test('are at most six, however long the quiz is', () => {
    const steps = Array.from({ length: 40 }, (_, at) => ({ id: `s${at}`, type: 'single_choice' as const }));
    expect(hold(buildFunnel({ steps })).screens).toHaveLength(6);
  });

  test('end the build by name where one can not be rendered', async () => {
    const preloaded = hold(
      buildFunnel({
        steps: [
          { id: 'hello', type: 'intro' },
          { id: 'mood', type: 'single_choice' },
        ],
      }),
    );
    const rendering = (html: string) => preloadedScreensHtml(preloaded, () => Promise.resolve(html));
    const screen = '<div data-step="mood"></div>';
    expect(await rendering(screen)).toContain(`<template data-held="mood">${screen}</template>`);
    for (const other of ['', '<div data-step="hello"></div>']) await expect(rendering(other)).rejects.toThrow('"mood"');
  });

  test('lead where the engine leads, for every visitor', () => {
    fc.assert(
      fc.property(funnels, fc.string(), fc.constantFrom('small', 'large'), fc.infiniteStream(fc.nat()), (...drawn) => {
        const [funnel, source, variant, draws] = drawn;
        const { transitions } = hold(funnel);
        const machine = createFunnelMachine(funnel);
        let [snapshot] = initialTransition(machine, { query: { source }, variants: { size: variant } });
        for (;;) {
          const step = funnel.steps[snapshot.context.journey.at];
          if (!step || !(step.id in transitions)) break;
          const keys = 'options' in step ? step.options.map(({ key }) => key) : [''];
          const value = keys[draws.next().value! % keys.length]!;
          const event: VisitEvent = value === '' ? { type: 'NEXT' } : { type: 'ANSWER', value };
          snapshot = take(machine, snapshot, event)!;
          const way = wayOf(transitions, step.id, value);
          if (way === undefined) break;
          expect(funnel.steps[snapshot.context.journey.at]?.id).toBe(way);
        }
      }),
    );
  });
});

function wayOf(transitions: EarlyTransitions, step: string, value: string): string | undefined {
  const way = transitions[step];
  return typeof way === 'object' ? way[value] : way;
}

/** Short quizzes with branches and hidden steps on all sorts of conditions. */
const funnels = fc
  .array(
    fc.record({
      type: fc.constantFrom('info' as const, 'single_choice' as const, 'number' as const),
      showIf: fc.option(fc.nat(3), { nil: undefined, freq: 4 }),
      branch: fc.option(fc.record({ when: fc.nat(3), by: fc.integer({ min: 1, max: 4 }) }), { nil: undefined }),
    }),
    { minLength: 2, maxLength: 9 },
  )
  .map((drafts) => {
    const idOf = (at: number) => (at < drafts.length ? `s${at}` : null);
    const conditions = {
      c0: compare(answer('s0'), '==', literal('yes')),
      c1: compare(answer('s1'), '==', literal('no')),
      c2: compare(query, '==', literal('')),
      c3: compare({ kind: 'variant', experiment: 'size' }, '==', literal('small')),
    };
    return buildFunnel({
      hiddenFields: ['source'],
      experiments: [{ name: 'size', variants: ['small', 'large'].map((name) => ({ name, weight: 1 })) }],
      conditions,
      steps: drafts.map(({ type, showIf, branch }, at) => ({
        id: `s${at}`,
        type,
        ...(showIf !== undefined && { showIf: `c${showIf}` }),
        next: [...(branch ? [{ when: `c${branch.when}`, to: idOf(at + branch.by) }] : []), { to: idOf(at + 1) }],
      })),
    });
  });
