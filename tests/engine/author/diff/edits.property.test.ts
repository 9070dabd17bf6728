import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { findLosses } from '../../../../engine/author/diff/find-losses.ts';
import { moveVisitors } from '../../../../engine/author/diff/move-visitors.ts';
import { matchVersions } from '../../../../engine/author/diff/versions.ts';
import type { Answer, CompiledFunnel, CompiledStep, SavedVisit } from '../../../../engine/model.ts';
import { createFunnelMachine } from '../../../../engine/run/machine.ts';
import { resumeVisit } from '../../../../engine/run/resume-visit.ts';
import { saveVisit } from '../../../../engine/run/save-visit.ts';
import { randomEdit } from './random-edits.ts';

/** A visit on the real machine, with these choices; a negative one goes back. It may be finished. */
function saveRandomVisit(funnel: CompiledFunnel, choices: readonly number[]): { saved: SavedVisit; done: boolean } {
  const actor = createActor(createFunnelMachine(funnel), { input: {} }).start();
  for (const choice of choices) {
    const { value, status } = actor.getSnapshot();
    if (status === 'done') break;
    const step = funnel.steps.find(({ id }) => id === value)!;
    if (choice < 0) actor.send({ type: 'BACK' });
    else if ('field' in step) actor.send({ type: 'ANSWER', value: answerTo(step, choice) });
    else actor.send({ type: 'NEXT' });
  }
  return { saved: saveVisit(funnel, actor.getSnapshot()), done: actor.getSnapshot().status === 'done' };
}

function answerTo(step: CompiledStep, choice: number): Answer {
  if (!('options' in step)) return step.type === 'number' ? choice % 11 : 'a'.repeat((choice % 3) + 1);
  const { key } = step.options[choice % step.options.length]!;
  const more = step.options.filter((option) => option.key > key && choice % 2 === 0).map((option) => option.key);
  return step.type === 'multiple_choice' ? [key, ...more] : key;
}

/** Where the new version shows the visit, and how many of its answers it still has. */
function resume(after: CompiledFunnel, saved: SavedVisit) {
  const snapshot = resumeVisit(createFunnelMachine(after), after, saved);
  return { to: snapshot.value, kept: Object.keys(saveVisit(after, snapshot).answers).length };
}

const forwards = fc.array(fc.nat({ max: 20 }), { maxLength: 8 });
const toAndFro = fc.array(fc.integer({ min: -6, max: 20 }), { maxLength: 20 });

test('what happens to any visitor of the real machine is reported at their place', () => {
  fc.assert(
    fc.property(randomEdit, fc.array(forwards, { minLength: 8, maxLength: 8 }), ({ before, after }, visits) => {
      const { steps } = moveVisitors(matchVersions(before, after));
      for (const choices of visits) {
        const { saved, done } = saveRandomVisit(before, choices);
        if (done) continue;
        const { to, kept } = resume(after, saved);
        const isLosing = kept < Object.keys(saved.answers).length;
        const fates = steps.find(({ step }) => step === saved.at)!.fates;
        expect(fates.map((fate) => `${fate.to} ${fate.lost.length > 0}`)).toContain(`${to} ${isLosing}`);
      }
    }),
    { numRuns: 25 },
  );
});

test('an edit without a problem keeps every answer of any visitor, also of those who went back', () => {
  let safe = 0;
  fc.assert(
    fc.property(randomEdit, fc.array(toAndFro, { minLength: 8, maxLength: 8 }), ({ before, after }, visits) => {
      const versions = matchVersions(before, after);
      // Anyone who went back can have answered questions of two branches, which may become one.
      const isMerged = new Set(versions.successorsOfAnswers.values()).size < versions.successorsOfAnswers.size;
      if (isMerged || findLosses(versions).length > 0) return;
      safe += 1;
      for (const choices of visits) {
        const { saved } = saveRandomVisit(before, choices);
        expect(resume(after, saved).kept).toBe(Object.keys(saved.answers).length);
      }
    }),
    { numRuns: 25 },
  );
  expect(safe).toBeGreaterThan(5);
});

test('every loss that is reported is shown by a visit', () => {
  fc.assert(
    fc.property(randomEdit, ({ before, after }) => {
      const versions = matchVersions(before, after);
      for (const { example } of findLosses(versions)) {
        const actor = createActor(createFunnelMachine(before), { input: {} }).start();
        for (const { step, answer } of example!.steps) {
          expect(actor.getSnapshot().value).toBe(step);
          if (answer !== undefined) actor.send({ type: 'ANSWER', value: answer });
          else if (step !== example!.steps.at(-1)!.step) actor.send({ type: 'NEXT' });
        }
        const saved = saveVisit(before, actor.getSnapshot());
        expect(resume(after, saved).kept).toBeLessThan(Object.keys(saved.answers).length);
      }
    }),
    { numRuns: 25 },
  );
});
