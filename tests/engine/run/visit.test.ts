import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { CompiledFunnel, VisitInput } from '../../../engine/model.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { resumeVisit } from '../../../engine/run/resume-visit.ts';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import { buildFunnel, withWords } from './build-funnel.ts';
import { quizOne } from './quiz-one.ts';
import { visit } from './visitor.ts';

function resume(funnel: CompiledFunnel, saved: unknown, input: VisitInput = {}) {
  const machine = createFunnelMachine(funnel);
  const actor = createActor(machine, { snapshot: resumeVisit(machine, funnel, saved, input), input });
  const goals: string[] = [];
  actor.on('goal', ({ goal }) => goals.push(goal));
  actor.start();
  return { actor, goals, screen: () => toScreen(withWords(funnel), actor.getSnapshot()) };
}

describe('a saved visit', () => {
  test('is plain JSON of little more than the answers', () => {
    const { actor } = visit(quizOne).walkTo('step_5');
    expect(saveVisit(quizOne, actor.getSnapshot())).toEqual({
      version: quizOne.version,
      at: 'step_5',
      answers: { step_2: 'first', step_3: 'first', step_4: 'first' },
      counter: 3,
      goals: ['wizard_start_reset', 'wizard_second_step_passed'],
    });
  });

  test('is resumed on the same step, with the same way back', () => {
    const saved = saveVisit(quizOne, visit(quizOne).walkTo('step_7').actor.getSnapshot());
    const { actor, screen } = resume(quizOne, saved);
    expect(screen()).toMatchObject({ stepId: 'step_7', progress: { current: 7, final: 16 }, canGoBack: true });
    actor.send({ type: 'BACK' });
    expect(screen()).toMatchObject({ stepId: 'step_6', answer: 'first' });
  });

  test('keeps the counter where Back and Next have brought it', () => {
    const before = visit(quizOne).walkTo('step_6').back().next();
    expect(before.counter).toBe(2);
    const { actor } = resume(quizOne, saveVisit(quizOne, before.actor.getSnapshot()));
    expect(actor.getSnapshot().context.journey.counter).toBe(2);
  });

  test('does not report goals again', () => {
    const { actor, goals } = resume(quizOne, saveVisit(quizOne, visit(quizOne).walkTo('step_3').actor.getSnapshot()));
    actor.send({ type: 'BACK' });
    actor.send({ type: 'ANSWER', value: 'first' });
    expect(goals).toEqual([]);
  });

  test('keeps the goals that the funnel has, once each, in the order in which they were reached', () => {
    const goals = ['wizard_second_step_passed', 'gone', 'wizard_start_reset', 'wizard_second_step_passed', 7];
    const saved = { ...saveVisit(quizOne, visit(quizOne).walkTo('step_3').actor.getSnapshot()), goals };
    const { actor } = resume(quizOne, saved);
    expect(saveVisit(quizOne, actor.getSnapshot()).goals).toEqual(['wizard_second_step_passed', 'wizard_start_reset']);
  });

  test('does not report the start in the middle, even if it was never reported', () => {
    const saved = { ...saveVisit(quizOne, visit(quizOne).walkTo('step_2').actor.getSnapshot()), goals: [] };
    const { actor, goals } = resume(quizOne, saved);
    actor.send({ type: 'ANSWER', value: 'first' });
    expect(goals).toEqual(['wizard_second_step_passed']);
  });

  test('that is finished has the counter again that it had on its last step', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'first', type: 'single_choice' },
        { id: 'text', type: 'info' },
        { id: 'more', type: 'info' },
        { id: 'last', type: 'single_choice' },
      ],
    });
    const finished = visit(funnel).answer('yes').back().answer('yes').walkToEnd();
    expect(finished.output?.counter).toBe(2);
    const { actor } = resume(funnel, saveVisit(funnel, finished.actor.getSnapshot()));
    expect(actor.getSnapshot().context.journey.counter).toBe(1);
  });

  test('that is finished is resumed on its last step, and can be finished again', () => {
    const { actor, screen } = resume(quizOne, saveVisit(quizOne, visit(quizOne).walkToEnd().actor.getSnapshot()));
    expect(screen()).toMatchObject({ stepId: 'step_16' });
    actor.send({ type: 'NEXT' });
    expect(actor.getSnapshot().output).toMatchObject({ counter: 10 });
  });

  test('that the limit cut short is resumed on the question that it was cut short at', () => {
    const input = { stepsLimit: 3 };
    const { actor, screen } = resume(
      quizOne,
      saveVisit(quizOne, visit(quizOne, input).walkToEnd().actor.getSnapshot()),
      input,
    );
    expect(screen()).toMatchObject({ stepId: 'step_4', answer: 'first' });
    actor.send({ type: 'ANSWER', value: 'first' });
    expect(actor.getSnapshot().output).toMatchObject({ counter: 3 });
  });

  test('of a thousand steps is resumed', () => {
    const steps = Array.from(
      { length: 1_000 },
      (_, n) => ({ id: `s${n}`, type: n % 2 ? 'info' : 'single_choice' }) as const,
    );
    const funnel = buildFunnel({ steps });
    const { actor, screen } = resume(funnel, saveVisit(funnel, visit(funnel).walkTo('s999').actor.getSnapshot()));
    expect(screen()).toMatchObject({ stepId: 's999', progress: { current: 1_000 } });
    actor.send({ type: 'BACK' });
    expect(screen()).toMatchObject({ stepId: 's998', answer: 'yes' });
  });
});

describe('a visit saved before the funnel changed', () => {
  const old = {
    version: 'an earlier one',
    at: 'hours',
    answers: { trouble: 'noise', since: 'years' },
    counter: 7,
    goals: ['gone'],
  };

  test('is carried over to steps and options by their new names', () => {
    const funnel = buildFunnel({
      steps: [
        {
          id: 'problem',
          type: 'single_choice',
          options: [{ key: 'loud', renamedFrom: ['noise'] }],
          renamedFrom: ['trouble'],
        },
        { id: 'since', type: 'single_choice', options: ['years'] },
        { id: 'sleep_hours', type: 'number', renamedFrom: ['hours'] },
        { id: 'end', type: 'info' },
      ],
    });
    const { actor, screen } = resume(funnel, old);
    expect(screen()).toMatchObject({ stepId: 'sleep_hours' });
    expect(actor.getSnapshot().context.journey.counter).toBe(2);
    expect(saveVisit(funnel, actor.getSnapshot()).answers).toEqual({ problem: 'loud', since: 'years' });
  });

  test('goes as far as its answers carry', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'trouble', type: 'single_choice', options: ['noise'] },
        { id: 'note', type: 'info' },
        { id: 'new_question', type: 'single_choice' },
        { id: 'hours', type: 'number' },
      ],
    });
    expect(resume(funnel, old).screen()).toMatchObject({ stepId: 'note' });
  });

  test('loses answers that the funnel no longer takes', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'trouble', type: 'single_choice', options: ['light'] },
        { id: 'hours', type: 'number' },
      ],
    });
    expect(resume(funnel, old).screen()).toMatchObject({ stepId: 'trouble' });
    expect(resume(funnel, old).screen()).not.toHaveProperty('answer');
  });

  test('starts over where the new version says so', () => {
    const steps = [
      { id: 'trouble', type: 'single_choice', options: ['noise'] },
      { id: 'hours', type: 'number' },
    ] as const;
    const { screen, goals } = resume(buildFunnel({ steps, restart: true }), old);
    expect(screen()).toMatchObject({ stepId: 'trouble', progress: { current: 1 } });
    expect(screen()).not.toHaveProperty('answer');
    expect(goals).toEqual([]);
  });

  test('goes on in a version that says so, if it began there', () => {
    const funnel = { ...quizOne, restart: true } as const;
    const saved = saveVisit(funnel, visit(funnel).walkTo('step_9').actor.getSnapshot());
    expect(resume(funnel, saved).screen()).toMatchObject({ stepId: 'step_9' });
  });

  test('with more in its counter than was answered, as earlier releases counted, goes on to its end', () => {
    const saved = { ...saveVisit(quizOne, visit(quizOne).walkTo('step_5').actor.getSnapshot()), counter: 15 };
    const { actor, screen } = resume(quizOne, saved);
    actor.send({ type: 'NEXT' });
    actor.send({ type: 'ANSWER', value: 'first' });
    expect(screen()).toMatchObject({ stepId: 'step_7' });
    expect(actor.getSnapshot().context.journey.counter).toBe(4);
  });

  test('is not finished by being resumed under a lower limit', () => {
    const saved = saveVisit(quizOne, visit(quizOne).walkTo('step_9').actor.getSnapshot());
    const { actor, screen } = resume(quizOne, saved, { stepsLimit: 2 });
    expect(screen()).toMatchObject({ stepId: 'step_9' });
    actor.send({ type: 'ANSWER', value: 'first' });
    expect(actor.getSnapshot().status).toBe('done');
  });
});

describe('a visit that was tampered with', () => {
  test.each([
    [null],
    ['text'],
    [[]],
    [{ at: 'step_9' }],
    [{ at: 'finished', answers: null, counter: 'many', goals: 7, version: quizOne.version }],
    [
      {
        at: '__proto__',
        answers: { __proto__: { step_2: 'first' } },
        counter: 1e9,
        goals: [{}],
        version: quizOne.version,
      },
    ],
    [{ at: 'step_3', answers: { step_2: 'no such option' }, counter: 1, goals: [], version: quizOne.version }],
  ])('%j starts over where nothing can be used', (saved) => {
    expect(resume(quizOne, saved).screen()).toEqual(visit(quizOne).screen);
  });

  test.each([-1, 1.5, 16, NaN, '3', null])('the counter %j is counted again', (counter) => {
    const saved = { ...saveVisit(quizOne, visit(quizOne).walkTo('step_5').actor.getSnapshot()), counter };
    expect(resume(quizOne, saved).actor.getSnapshot().context.journey.counter).toBe(3);
  });
});
