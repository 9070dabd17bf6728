import { describe, expect, test } from 'vitest';
import { createActor, initialTransition, transition } from 'xstate';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { stateOf } from '../../../engine/run/states.ts';
import { answer, buildFunnel, compare, is, literal, variable } from './build-funnel.ts';
import { notCounting, quizOne } from './quiz-one.ts';
import { visit } from './visitor.ts';

function longFunnel() {
  const steps = Array.from({ length: 1_000 }, (_, n) => ({ id: `s${n}`, type: 'info', showIf: 'never' }) as const);
  return buildFunnel({
    steps: [{ id: 'start', type: 'intro' }, { id: 'second', type: 'intro' }, ...steps],
    conditions: { never: literal(false) },
  });
}

describe('the states of the machine', () => {
  test('there is one for each step, named by its id, and a final one', () => {
    const { states } = createFunnelMachine(quizOne);
    for (const { id } of quizOne.steps) expect(states[id]).toMatchObject({ key: id, type: 'atomic' });
    expect(states['finished']!.type).toBe('final');
    expect(states['other']).toBeUndefined();
  });

  test('a visit passes a thousand hidden steps in one event', () => {
    const actor = createActor(createFunnelMachine(longFunnel()), { input: {} }).start();
    actor.send({ type: 'NEXT' });
    expect(actor.getSnapshot().value).toBe('second');
    actor.send({ type: 'NEXT' });
    expect(actor.getSnapshot().status).toBe('done');
  });

  test('guards and actions are named, so that the configuration is plain JSON', () => {
    const states = quizOne.steps.map((_, at) => stateOf(quizOne, at));
    expect(JSON.parse(JSON.stringify(states))).toEqual(states);
  });

  test('a thousand conditional steps in a row need only a few transitions each', () => {
    const funnel = longFunnel();
    const states = funnel.steps.map((_, at) => stateOf(funnel, at));
    expect(JSON.stringify(states).length / 1_000).toBeLessThan(500);
  });
});

describe('moving on and back', () => {
  test('section 4: step starts at 1', () => {
    const visitor = visit(quizOne);
    expect(visitor.step).toBe('step_1');
    expect(visitor.screen.progress.current).toBe(1);
  });

  test('section 4: Next moves forward to the final step', () => {
    expect(visit(quizOne).walkTo('step_16').step).toBe('step_16');
  });

  test('section 4: Back allowed from step 2', () => {
    const visitor = visit(quizOne);
    expect(visitor.screen.canGoBack).toBe(false);
    expect(visitor.back().step).toBe('step_1');
    visitor.next();
    expect(visitor.screen.canGoBack).toBe(true);
    expect(visitor.back().step).toBe('step_1');
  });

  test('section 2: tapping an option stores it and advances at once', () => {
    const visitor = visit(quizOne).next().answer('second');
    expect(visitor.step).toBe('step_3');
    expect(visitor.answers).toEqual({ step_2: 'second' });
  });

  test('a question is not passed without an answer', () => {
    expect(visit(quizOne).next().next().step).toBe('step_2');
  });

  test('a question that was answered before is passed by NEXT with the same answer', () => {
    const visitor = visit(quizOne).next().answer('third').back().next();
    expect(visitor.step).toBe('step_3');
    expect(visitor.answers).toEqual({ step_2: 'third' });
  });

  test.each([['fourth'], [''], [3], [['first']], [null], [{}]])('the invalid answer %j changes nothing', (value) => {
    const visitor = visit(quizOne).next();
    const before = visitor.actor.getSnapshot();
    visitor.answer(value as string);
    expect(visitor.actor.getSnapshot()).toEqual(before);
  });

  test('an answer to a step that asks nothing changes nothing', () => {
    expect(visit(quizOne).answer('first').step).toBe('step_1');
  });

  test.each(['text', 'email', 'multiple_choice'] as const)('an optional %s is passed without an answer', (type) => {
    const funnel = buildFunnel({
      steps: [
        { id: 'maybe', type, required: false, choose: { min: 0, max: 2 } },
        { id: 'end', type: 'info' },
      ],
    });
    const nothing = type === 'multiple_choice' ? [] : '';
    for (const visitor of [visit(funnel).next(), visit(funnel).answer(nothing)]) {
      expect(visitor.step).toBe('end');
      expect(visitor.answers).toEqual({});
    }
  });

  test('an optional answer can be taken away again', () => {
    const more = ['a', 'b', 'c'].map((id) => ({ id, type: 'info' }) as const);
    const funnel = buildFunnel({ steps: [{ id: 'name', type: 'text', required: false }, ...more] });
    const visitor = visit(funnel).answer('Ada').back().answer('');
    expect(visitor.answers).toEqual({});
    expect(visitor.back().screen).not.toHaveProperty('answer');
  });

  test('several choices are kept in the order of the funnel', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'habits', type: 'multiple_choice', options: ['tea', 'walk', 'nap'] },
        { id: 'end', type: 'info' },
      ],
    });
    expect(visit(funnel).answer(['nap', 'tea']).answers).toEqual({ habits: ['tea', 'nap'] });
  });
});

describe('the counter', () => {
  test('section 4: Only question steps count toward an answered-questions counter (quiz 1 non-counting steps: 1, 5, 8, 10, 12, 16)', () => {
    const visitor = visit(quizOne);
    const counters = quizOne.steps.map(() => {
      const { counter } = visitor;
      visitor.goOn();
      return (visitor.output?.counter ?? visitor.counter) - counter;
    });
    expect(counters).toEqual(quizOne.steps.map((_, index) => (notCounting.includes(index + 1) ? 0 : 1)));
  });

  test('section 4: Going back lowers the counter only when the step left was a question step', () => {
    const visitor = visit(quizOne).walkTo('step_6');
    expect(visitor.counter).toBe(3);
    visitor.back(); // leaves question 6
    expect([visitor.step, visitor.counter]).toEqual(['step_5', 2]);
    visitor.back(); // leaves text 5
    expect([visitor.step, visitor.counter]).toEqual(['step_4', 2]);
  });

  test('a question that is answered again after Back from a text is not counted twice', () => {
    const visitor = visit(quizOne).walkTo('step_5');
    for (let times = 0; times < 20; times++) {
      visitor.back();
      expect([visitor.step, visitor.counter]).toEqual(['step_4', 3]);
      visitor.answer('second');
      expect([visitor.step, visitor.counter]).toEqual(['step_5', 3]);
    }
    expect(visitor.back().back().counter).toBe(2);
    expect(visitor.walkToEnd().output?.counter).toBe(10);
  });

  test('the counter never falls below 0', () => {
    const visitor = visit(quizOne).walkTo('step_2').back().next().back();
    expect(visitor.counter).toBe(0);
  });

  test('a step type that does not count by default can be made to, and the other way round', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'text', type: 'info', counts: true },
        { id: 'warm_up', type: 'single_choice', counts: false },
        { id: 'end', type: 'info' },
      ],
    });
    expect(visit(funnel).walkTo('end').counter).toBe(1);
  });
});

describe('the finish', () => {
  test('section 4: A quiz finishes on Next at the final step', () => {
    const visitor = visit(quizOne).walkTo('step_16');
    expect(visitor.finished).toBe(false);
    expect(visitor.next().finished).toBe(true);
  });

  test('section 4: A quiz finishes when the counter reaches the limit', () => {
    const visitor = visit(quizOne, { stepsLimit: 3 }).walkTo('step_4');
    expect([visitor.counter, visitor.finished]).toEqual([2, false]);
    visitor.answer('first');
    expect([visitor.output?.counter, visitor.finished]).toEqual([3, true]);
    expect(visitor.output?.answers).toEqual({ step_2: 'first', step_3: 'first', step_4: 'first' });
  });

  test('section 4: The limit defaults to the final step count (16) and may only be lowered', () => {
    const questions = buildFunnel({
      steps: Array.from({ length: 16 }, (_, index) => ({ id: `step_${index + 1}`, type: 'single_choice' })),
    });
    for (const input of [{}, { stepsLimit: 16 }, { stepsLimit: 17 }]) {
      expect(visit(questions, input).walkTo('step_16').finished).toBe(false);
      expect(visit(questions, input).walkToEnd().output?.counter).toBe(16);
      expect(visit(quizOne, input).walkTo('step_16').finished).toBe(false);
    }
    const { output } = visit(questions, { stepsLimit: 15 }).walkToEnd();
    expect(output).toMatchObject({ counter: 15 });
    expect(output?.answers).not.toHaveProperty('step_16');
  });

  test('section 4: going to and fro does not bring the default limit about', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'first', type: 'single_choice' },
        { id: 'note', type: 'info' },
        { id: 'second', type: 'single_choice' },
        { id: 'third', type: 'single_choice' },
      ],
    });
    const visitor = visit(funnel).answer('yes').back().answer('yes').back().answer('yes').next().answer('yes');
    expect([visitor.step, visitor.counter]).toEqual(['third', 2]);
    expect(visitor.answer('no').output).toMatchObject({
      counter: 3,
      answers: { first: 'yes', second: 'yes', third: 'no' },
    });
  });

  test.each([0, -1, 1.5, NaN, Infinity])('section 4: a stepsLimit of %s is ignored', (stepsLimit) => {
    expect(visit(quizOne, { stepsLimit }).walkToEnd().output?.counter).toBe(10);
  });

  test('section 4: a counting text step can reach the limit too', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'text', type: 'info', counts: true },
        { id: 'end', type: 'info' },
      ],
    });
    expect(visit(funnel, { stepsLimit: 1 }).next().finished).toBe(true);
  });

  test('section 4: the limit finishes a quiz where the answer decides the way', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'fork', type: 'single_choice', next: [{ when: 'yes', to: 'end' }, { to: 'middle' }] },
        { id: 'middle', type: 'info' },
        { id: 'end', type: 'info' },
      ],
      conditions: { yes: is('fork', 'yes') },
    });
    expect(visit(funnel, { stepsLimit: 1 }).answer('yes').finished).toBe(true);
    expect(visit(funnel, { stepsLimit: 1 }).answer('no').finished).toBe(true);
  });

  test('after the finish nothing changes', () => {
    const machine = createFunnelMachine(quizOne);
    const done = visit(quizOne).walkToEnd().actor.getSnapshot();
    for (const event of [{ type: 'NEXT' }, { type: 'BACK' }, { type: 'ANSWER', value: 'first' }] as const) {
      expect(transition(machine, done, event)[0]).toEqual(done);
    }
  });

  test('the output says the answers, the outcome and the counter', () => {
    const { output } = visit(quizOne).walkToEnd();
    expect(Object.keys(output!.answers)).toHaveLength(10);
    expect(output).toMatchObject({ outcome: 'only', counter: 10 });
  });
});

const branching = buildFunnel({
  steps: [
    {
      id: 'trouble',
      type: 'single_choice',
      options: ['shift_work', 'noise'],
      next: [{ when: 'shift', to: 'shift_note' }, { to: 'noise_source' }],
    },
    { id: 'noise_source', type: 'single_choice', options: ['street', 'snoring'], next: [{ to: 'end' }] },
    { id: 'shift_note', type: 'info' },
    { id: 'end', type: 'info' },
  ],
  conditions: { shift: is('trouble', 'shift_work'), street: is('noise_source', 'street') },
  outcomes: [
    { id: 'rhythm', when: 'shift', topics: [] },
    { id: 'earplugs', when: 'street', topics: [] },
    { id: 'gentle', topics: [] },
  ],
});

describe('branches', () => {
  test('the answer decides where a step leads', () => {
    expect(visit(branching).answer('noise').step).toBe('noise_source');
    expect(visit(branching).answer('shift_work').step).toBe('shift_note');
  });

  test('Back returns along the path by which the visitor came', () => {
    expect(visit(branching).answer('noise').answer('street').back().step).toBe('noise_source');
    expect(visit(branching).answer('shift_work').next().back().step).toBe('shift_note');
  });

  test('answers of a branch that was left again do not count, but are kept as drafts', () => {
    const visitor = visit(branching).answer('noise').answer('street').back().back().answer('shift_work').next();
    expect(visitor.answers).toEqual({ trouble: 'shift_work' });
    visitor.back().back().answer('noise');
    expect(visitor.screen).toMatchObject({ stepId: 'noise_source', answer: 'street' });
    expect(visitor.answers).toEqual({ trouble: 'noise' });
  });

  test('the first outcome that matches is the visitor’s', () => {
    expect(visit(branching).answer('shift_work').next().next().output?.outcome).toBe('rhythm');
    expect(visit(branching).answer('noise').answer('street').next().output?.outcome).toBe('earplugs');
    expect(visit(branching).answer('noise').answer('snoring').next().output?.outcome).toBe('gentle');
  });

  test('scores add up along the path only, in variables that conditions can use', () => {
    const funnel = buildFunnel({
      steps: [
        {
          id: 'first',
          type: 'single_choice',
          options: [
            { key: 'much', scores: { score: 3 } },
            { key: 'little', scores: { score: 1 } },
          ],
        },
        {
          id: 'second',
          type: 'multiple_choice',
          options: [
            { key: 'a', scores: { score: 2 } },
            { key: 'b', scores: { score: 4 } },
          ],
        },
        { id: 'end', type: 'info' },
      ],
      dimensions: [{ name: 'score', least: 1, most: 9 }],
      variables: [
        { name: 'strain', kind: 'sum', dimension: 'score' },
        { name: 'double', kind: 'value', value: compare(variable('strain'), '*', literal(2)) },
      ],
      conditions: { heavy: compare(variable('double'), '>=', literal(18)) },
      outcomes: [
        { id: 'heavy', when: 'heavy', topics: [] },
        { id: 'light', topics: [] },
      ],
    });
    expect(visit(funnel).answer('much').answer(['a', 'b']).next().output?.outcome).toBe('heavy');
    expect(visit(funnel).answer('much').back().answer('little').answer(['a', 'b']).next().output?.outcome).toBe(
      'light',
    );
  });

  test('a variant that is missing or unknown counts as the first one', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'proof', type: 'info', showIf: 'doctors' },
        { id: 'plain', type: 'info', showIf: 'plain' },
        { id: 'end', type: 'info' },
      ],
      experiments: [
        {
          name: 'proof',
          variants: [
            { name: 'plain', weight: 1 },
            { name: 'doctors', weight: 1 },
          ],
        },
      ],
      conditions: {
        plain: compare({ kind: 'variant', experiment: 'proof' }, '==', literal('plain')),
        doctors: compare({ kind: 'variant', experiment: 'proof' }, '==', literal('doctors')),
      },
    });
    expect(visit(funnel, { variants: { proof: 'doctors' } }).step).toBe('proof');
    expect(visit(funnel).step).toBe('plain');
    expect(visit(funnel, { variants: { proof: 'nurses' } }).step).toBe('plain');
  });

  test('only query parameters that are declared are read', () => {
    const source = compare({ kind: 'query', name: 'source' }, '==', literal('mail'));
    const steps = [
      { id: 'hello', type: 'info', showIf: 'mail' },
      { id: 'end', type: 'info' },
    ] as const;
    const declared = buildFunnel({ steps, hiddenFields: ['source'], conditions: { mail: source } });
    expect(visit(declared, { query: { source: 'mail' } }).step).toBe('hello');
    const undeclared = buildFunnel({ steps, conditions: { mail: source } });
    expect(visit(undeclared, { query: { source: 'mail' } }).step).toBe('end');
  });
});

describe('steps that are passed over', () => {
  const conditional = buildFunnel({
    steps: [
      { id: 'sleeps', type: 'single_choice', options: ['well', 'badly'] },
      { id: 'since', type: 'single_choice', options: ['years', 'weeks'], showIf: 'badly' },
      { id: 'pills', type: 'single_choice', showIf: 'badly', next: [{ to: null }] },
      { id: 'end', type: 'info' },
    ],
    conditions: { badly: is('sleeps', 'badly') },
  });

  test('a step is shown only to those for whom its condition holds', () => {
    expect(visit(conditional).answer('badly').step).toBe('since');
    expect(visit(conditional).answer('well').step).toBe('end');
  });

  test('a hidden step leads to the following step of the file, whatever its own next says', () => {
    expect(visit(conditional).answer('well').step).toBe('end');
    expect(visit(conditional).answer('badly').answer('years').answer('yes').finished).toBe(true);
  });

  test('Back passes over hidden steps, and lowers the counter once at most', () => {
    const visitor = visit(conditional).answer('well').back();
    expect([visitor.step, visitor.counter]).toEqual(['sleeps', 1]);
  });

  test('Back passes over loaders', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'ask', type: 'single_choice' },
        { id: 'wait', type: 'loader' },
        { id: 'wait_more', type: 'loader' },
        { id: 'end', type: 'info' },
      ],
    });
    const visitor = visit(funnel).answer('yes').next().next();
    expect(visitor.screen.progress.current).toBe(4);
    expect(visitor.back().step).toBe('ask');
    expect(visit(funnel).answer('yes').back().step).toBe('ask');
  });

  test('there is no way back to where only loaders and hidden steps came before', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'wait', type: 'loader' },
        { id: 'never', type: 'info', showIf: 'never' },
        { id: 'ask', type: 'single_choice' },
        { id: 'end', type: 'info' },
      ],
      conditions: { never: literal(false) },
    });
    const visitor = visit(funnel).next();
    expect(visitor.step).toBe('ask');
    expect(visitor.screen.canGoBack).toBe(false);
    expect(visitor.back().step).toBe('ask');
  });

  test('a visit can begin with hidden steps, and can have nothing to show', () => {
    const conditions = { never: literal(false) };
    const hidden = { id: 'a', type: 'info', showIf: 'never' } as const;
    expect(visit(buildFunnel({ steps: [hidden, { id: 'b', type: 'info' }], conditions })).step).toBe('b');
    expect(visit(buildFunnel({ steps: [hidden], conditions })).finished).toBe(true);
  });

  test('a thousand hidden steps are passed over in both directions', () => {
    const hidden = Array.from({ length: 1_000 }, (_, n) => ({ id: `h${n}`, type: 'info', showIf: 'no' }) as const);
    const funnel = buildFunnel({
      steps: [{ id: 'ask', type: 'single_choice' }, ...hidden, { id: 'end', type: 'info' }],
      conditions: { no: is('ask', 'no') },
    });
    const visitor = visit(funnel).answer('yes');
    expect(visitor.step).toBe('end');
    expect(visitor.back().step).toBe('ask');
  });

  test('conditions see only answers that lie before the step on the path', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'a', type: 'single_choice' },
        { id: 'b', type: 'info', showIf: 'a_unanswered' },
        { id: 'end', type: 'info' },
      ],
      conditions: { a_unanswered: compare(answer('a'), '!=', literal('yes')) },
    });
    expect(visit(funnel).answer('yes').back().answer('no').step).toBe('b');
  });
});

describe('goals', () => {
  test('section 7: goals are sent at the start, after the second step and at the finish', () => {
    const visitor = visit(quizOne);
    expect(visitor.goals).toEqual([]);
    expect(visitor.next().goals).toEqual(['wizard_start_reset']);
    expect(visitor.answer('first').goals).toEqual(['wizard_start_reset', 'wizard_second_step_passed']);
    expect(visitor.walkToEnd().goals).toEqual([
      'wizard_start_reset',
      'wizard_second_step_passed',
      'wizard_finish_reset',
    ]);
  });

  test('each goal is reported once, however often the visitor comes by', () => {
    const visitor = visit(quizOne).walkTo('step_3').back().back().walkTo('step_3');
    expect(visitor.goals).toEqual(['wizard_start_reset', 'wizard_second_step_passed']);
  });

  test('the start is the first step that is shown', () => {
    const funnel = buildFunnel({
      goals: { start: 'start' },
      steps: [
        { id: 'never', type: 'info', showIf: 'never', goal: 'hidden' },
        { id: 'a', type: 'info' },
        { id: 'b', type: 'info', goal: 'b_passed' },
      ],
      conditions: { never: literal(false) },
    });
    const visitor = visit(funnel);
    expect(visitor.goals).toEqual([]);
    expect(visitor.next().goals).toEqual(['start']);
    expect(visitor.next().goals).toEqual(['start', 'b_passed']);
  });

  test('a quiz cut short by the limit reports the goal of its last step and of the finish', () => {
    expect(visit(quizOne, { stepsLimit: 1 }).walkToEnd().goals).toEqual([
      'wizard_start_reset',
      'wizard_second_step_passed',
      'wizard_finish_reset',
    ]);
  });
});

test('snapshots are pure: the same event on an old one leads to the same place again', () => {
  const machine = createFunnelMachine(quizOne);
  const [first] = initialTransition(machine, {});
  const [second] = transition(machine, first, { type: 'NEXT' });
  const answered = () => transition(machine, second, { type: 'ANSWER', value: 'first' })[0];
  expect(answered()).toEqual(answered());
  expect(second.value).toBe('step_2');
});

test('a machine without input is a visit without input', () => {
  expect(createActor(createFunnelMachine(quizOne), { input: {} }).start().getSnapshot().value).toBe('step_1');
});
