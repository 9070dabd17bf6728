import { describe, expect, test } from 'vitest';
import type { CompiledFunnel, Expression } from '../../../engine/model.ts';
import type { FunnelEvent, PageEvent, PageLog, PageStart } from '../../../engine/run/page-log.ts';
import { readPages } from '../../../engine/replay/read-pages.ts';
import { assignVariants } from '../../../engine/run/variants.ts';
import { buildFunnel, compare, is, literal, variable } from '../run/build-funnel.ts';

const quiz = buildFunnel({
  goals: { start: 'start', finish: 'finish' },
  steps: [
    { id: 'welcome', type: 'intro' },
    { id: 'sleep', type: 'single_choice', options: ['well', 'badly'] },
    { id: 'name', type: 'text', required: false },
    { id: 'end', type: 'info' },
  ],
});

const start: PageStart = { version: quiz.version, locale: 'en', seed: 'a' };

function page(
  events: readonly PageEvent[],
  { opened = 1_000, from = {} }: { opened?: number; from?: Partial<PageStart> } = {},
): PageLog {
  return { page: opened, events: [[0, 'open', { ...start, ...from }], ...events] };
}

function read(pages: readonly PageLog[], funnels: readonly CompiledFunnel[] = [quiz]) {
  return readPages((version) => funnels.find((funnel) => funnel.version === version), pages);
}

const timesOf = (events: readonly FunnelEvent[]) =>
  events.flatMap((event) => (event.type === 'step_left' ? [[event.step, event.seconds]] : []));
const ofType = (events: readonly FunnelEvent[], type: FunnelEvent['type']) =>
  events.filter((event) => event.type === type);

describe('what happened in a visit', () => {
  test('has times since the first page was opened', () => {
    const { events, at } = read([
      page([
        [1_500, 'next', 'welcome'],
        [4_000, 'answer', 'sleep', 'badly'],
        [5_000, 'hide'],
      ]),
    ]);
    expect(events).toEqual([
      { at: 0, type: 'step_shown', step: 'welcome' },
      { at: 1_500, type: 'step_left', step: 'welcome', to: 'sleep', by: 'next', seconds: 1.5 },
      { at: 1_500, type: 'goal_reached', goal: 'start' },
      { at: 1_500, type: 'step_shown', step: 'sleep' },
      { at: 4_000, type: 'step_answered', step: 'sleep', answer: 'badly' },
      { at: 4_000, type: 'step_left', step: 'sleep', to: 'name', by: 'next', seconds: 2.5 },
      { at: 4_000, type: 'step_shown', step: 'name' },
      { at: 5_000, type: 'page_left', step: 'name', seconds: 1 },
    ]);
    expect(at).toBe('name');
  });

  test('says that nothing was said where a question was passed without an answer', () => {
    const { events } = read([
      page([
        [1, 'next', 'welcome'],
        [2, 'answer', 'sleep', 'well'],
        [3, 'answer', 'name', ''],
      ]),
    ]);
    expect(ofType(events, 'step_answered').at(-1)).toMatchObject({ step: 'name', answer: '' });
  });

  test('ends where the funnel does not take what a page tells; other pages are read', () => {
    const wrong = page([
      [1_000, 'next', 'welcome'],
      [2_000, 'answer', 'sleep', 'never heard of'],
      [3_000, 'answer', 'sleep', 'well'],
    ]);
    const later = page([[1_000, 'answer', 'sleep', 'badly']], {
      opened: 9_000,
      from: { saved: { version: quiz.version, at: 'sleep', answers: {}, counter: 0, goals: ['start'] } },
    });
    expect(read([wrong])).toMatchObject({ readable: false, at: 'sleep' });
    expect(read([wrong, later])).toMatchObject({ readable: false, at: 'name' });
    expect(read([page([[1, 'next', 'sleep']])])).toMatchObject({ readable: false, at: 'welcome' });
    expect(read([page([[1, 'back', 'welcome']])])).toMatchObject({ readable: false, at: 'welcome' });
    expect(read([page([[1, 'open', start]])]).readable).toBe(false);
  });

  test('is not known of versions that are not', () => {
    expect(read([page([[1, 'next', 'welcome']], { from: { version: 'unheard of' } })])).toEqual({
      events: [],
      readable: false,
      start: { ...start, version: 'unheard of' },
      funnel: null,
      variants: {},
      end: null,
      at: null,
    });
  });

  test('holds what was done before a page told, without times', () => {
    const saved = { version: quiz.version, at: 'name', answers: { sleep: 'badly' }, counter: 1, goals: ['start'] };
    const { events } = read([page([[2_000, 'next', 'name']], { from: { saved } })]);
    expect(events.slice(0, 7)).toEqual([
      { at: 0, type: 'step_shown', step: 'welcome' },
      { at: 0, type: 'step_left', step: 'welcome', to: 'sleep', by: 'next' },
      { at: 0, type: 'step_shown', step: 'sleep' },
      { at: 0, type: 'step_answered', step: 'sleep', answer: 'badly' },
      { at: 0, type: 'step_left', step: 'sleep', to: 'name', by: 'next' },
      { at: 0, type: 'goal_reached', goal: 'start' },
      { at: 0, type: 'step_shown', step: 'name' },
    ]);
  });
});

describe('the time on a step', () => {
  test('is without the time that the page was not on the screen', () => {
    const { events } = read([
      page([
        [1_000, 'hide'],
        [61_000, 'show'],
        [62_000, 'next', 'welcome'],
      ]),
    ]);
    expect(timesOf(events)).toEqual([['welcome', 2]]);
  });

  test('goes on where the page is reloaded, if it reported when it was left', () => {
    const saved = { version: quiz.version, at: 'sleep', answers: {}, counter: 0, goals: ['start'] };
    const again = page([[3_000, 'answer', 'sleep', 'well']], { opened: 60_000, from: { saved } });
    const reported = page([
      [1_000, 'next', 'welcome'],
      [3_000, 'hide'],
    ]);
    const untold = page([[1_000, 'next', 'welcome']]);
    expect(timesOf(read([reported, again]).events)).toEqual([
      ['welcome', 1],
      ['sleep', 5],
    ]);
    expect(timesOf(read([untold, again]).events)).toEqual([
      ['welcome', 1],
      ['sleep', undefined],
    ]);
  });

  test('is at most half an hour, and never negative', () => {
    expect(timesOf(read([page([[9_000_000, 'next', 'welcome']])]).events)).toEqual([['welcome', 1_800]]);
    const backwards = page([
      [5_000, 'next', 'welcome'],
      [2_000, 'answer', 'sleep', 'well'],
    ]);
    expect(timesOf(read([backwards]).events)).toEqual([
      ['welcome', 5],
      ['sleep', 0],
    ]);
  });
});

test('a visit that goes on on a later version keeps the names that it began with', () => {
  const renamed = buildFunnel({
    version: 'later',
    steps: [
      { id: 'welcome', type: 'intro' },
      {
        id: 'nights',
        field: 'nights',
        type: 'single_choice',
        renamedFrom: ['sleep'],
        options: [{ key: 'good', renamedFrom: ['well'] }, 'badly'],
      },
      { id: 'new', type: 'info' },
    ],
  });
  const saved = { version: quiz.version, at: 'sleep', answers: { sleep: 'well' }, counter: 0, goals: [] };
  const later = page([[1_000, 'answer', 'nights', 'good']], { opened: 5_000, from: { version: 'later', saved } });
  const { events, at, funnel } = read([page([[1_000, 'next', 'welcome']]), later], [quiz, renamed]);
  expect(funnel).toBe(quiz);
  expect(ofType(events, 'step_shown')).toMatchObject([{ step: 'welcome' }, { step: 'sleep' }, { step: 'new' }]);
  expect(ofType(events, 'step_answered')).toMatchObject([{ step: 'sleep', answer: 'well' }]);
  expect(at).toBe('new');
});

/** How many experiments a visit has met that went on from these steps. */
function metAfter(funnel: CompiledFunnel, ...steps: readonly string[]): number {
  const events = steps.map((step): PageEvent => [1, 'next', step]);
  return ofType(read([page(events)], [funnel]).events, 'variant_met').length;
}

describe('a visit has met an experiment', () => {
  test('where its variants differ in what can be bought: at the finish, if a plan follows', () => {
    const variants = [
      { name: 'now', weight: 1 },
      { name: 'lower', weight: 1, plans: ['basic_b'] },
    ];
    const quizWith = (topics: readonly string[]) =>
      buildFunnel({
        experiments: [{ name: 'price', variants }],
        outcomes: [{ id: 'only', topics }],
        steps: [
          { id: 'one', type: 'info' },
          { id: 'two', type: 'info' },
        ],
      });
    const quiz = quizWith(['deep-sleep']);
    expect([metAfter(quiz), metAfter(quiz, 'one'), metAfter(quiz, 'one', 'two')]).toEqual([0, 0, 1]);
    expect(metAfter(quizWith([]), 'one', 'two')).toBe(0);
  });

  const isDoctors = compare({ kind: 'variant', experiment: 'proof' }, '==', literal('doctors'));

  function meets(conditions: Record<string, Expression>, { showIf = '', when = '', outcome = '' }) {
    const funnel = buildFunnel({
      conditions,
      experiments: [{ name: 'proof', variants: ['plain', 'doctors'].map((name) => ({ name, weight: 1 })) }],
      variables: [{ name: 'isTold', kind: 'value', value: isDoctors }],
      outcomes: [...(outcome ? [{ id: 'special', when: outcome, topics: [] }] : []), { id: 'other', topics: [] }],
      steps: [
        {
          id: 'sleep',
          type: 'single_choice',
          options: ['well', 'badly'],
          next: [...(when ? [{ when, to: 'end' }] : []), { to: 'proof' }],
        },
        { id: 'proof', type: 'info', ...(showIf && { showIf }) },
        { id: 'end', type: 'info' },
      ],
    });
    return (answer: string, thenNext: readonly string[] = [], limit: Pick<PageStart, 'stepsLimit'> = {}) => {
      const events: PageEvent[] = [
        [1, 'answer', 'sleep', answer],
        ...thenNext.map((step): PageEvent => [2, 'next', step]),
      ];
      return ['a', 'b', 'c', 'd', 'e'].map((seed) => {
        const met = ofType(read([page(events, { from: { seed, ...limit } })], [funnel]).events, 'variant_met');
        const variant = assignVariants(funnel, seed)['proof'];
        expect(met.every((each) => each.type === 'variant_met' && each.variant === variant)).toBe(true);
        return met.length;
      });
    };
  }

  test('not where the limit ends the quiz at a branch that would have asked for the variant', () => {
    const met = meets({ isDoctors }, { when: 'isDoctors' });
    expect(met('well')).toEqual([1, 1, 1, 1, 1]);
    expect(met('well', [], { stepsLimit: 1 })).toEqual([0, 0, 0, 0, 0]);
  });

  test('at a step that only one variant shows, whether it is shown or not', () => {
    expect(meets({ isDoctors }, { showIf: 'isDoctors' })('well')).toEqual([1, 1, 1, 1, 1]);
  });

  test('where a way depends on the variant, also by a variable', () => {
    expect(meets({ isDoctors }, { when: 'isDoctors' })('well')).toEqual([1, 1, 1, 1, 1]);
    const byVariable = { told: compare(variable('isTold'), '==', literal(true)) };
    expect(meets(byVariable, { when: 'told' })('well')).toEqual([1, 1, 1, 1, 1]);
  });

  test('not where something else decides', () => {
    const conditions = { both: compare(is('sleep', 'badly'), 'and', isDoctors) };
    expect(meets(conditions, { showIf: 'both' })('well')).toEqual([0, 0, 0, 0, 0]);
    expect(meets(conditions, { showIf: 'both' })('badly')).toEqual([1, 1, 1, 1, 1]);
  });

  test('at the finish, if an outcome depends on the variant, and not before', () => {
    const toTheEnd = meets({ isDoctors }, { outcome: 'isDoctors' });
    expect(toTheEnd('well')).toEqual([0, 0, 0, 0, 0]);
    expect(toTheEnd('well', ['proof', 'end'])).toEqual([1, 1, 1, 1, 1]);
  });
});
