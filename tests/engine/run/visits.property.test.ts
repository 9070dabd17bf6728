import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { Answer, CompiledFunnel, VisitEvent, VisitInput } from '../../../engine/model.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import {
  answersOnPath,
  before,
  begin,
  type Journey,
  limitOf,
  stepsPassed,
  type Trail,
} from '../../../engine/run/journey.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { answerAgain, passFrom } from '../../../engine/run/guards.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { resumeVisit } from '../../../engine/run/resume-visit.ts';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import { goneBack, toShown } from '../../../engine/run/walk.ts';
import { withWords } from './build-funnel.ts';
import { anyFunnel, anyInput, anyTries, type Try } from './funnel-arbitrary.ts';
import { play, ReferenceVisit } from './reference-visit.ts';

function start(funnel: CompiledFunnel, input: VisitInput) {
  const actor = createActor(createFunnelMachine(funnel), { input });
  const goals: string[] = [];
  actor.on('goal', ({ goal }) => goals.push(goal));
  actor.start();
  const data = withWords(funnel);
  const screen = () => toScreen(data, actor.getSnapshot());
  const journey = () => actor.getSnapshot().context.journey;
  /** XState warns of events after the finish; that they change nothing is tested elsewhere. */
  const send = (event: VisitEvent) => actor.getSnapshot().status === 'active' && actor.send(event);
  return { actor, goals, screen, journey, send };
}

/** Plays the same tries on the machine and on the reference, and hands both back. */
function walk(funnel: CompiledFunnel, input: VisitInput, tries: readonly Try[]) {
  const reference = new ReferenceVisit(funnel, input);
  const machine = start(funnel, input);
  for (const each of tries) {
    machine.send(play(reference, each));
  }
  return { reference, ...machine };
}

/** Goes on with valid answers until the finish. */
function finish(funnel: CompiledFunnel, input: VisitInput, picks: readonly number[]) {
  const visit = walk(funnel, input, []);
  for (let n = 0; visit.reference.current; n++) {
    const asks = 'field' in visit.reference.current;
    visit.send(play(visit.reference, { kind: asks ? 'ANSWER' : 'NEXT', pick: picks[n % picks.length]! }));
  }
  return visit.actor.getSnapshot().output!;
}

const anyPicks = fc.array(fc.nat(999), { minLength: 1, maxLength: 9 });
const often = { numRuns: 150 };
vi.setConfig({ testTimeout: 60_000 });

/** Where an event that the machine takes leads by the walk. */
function walkOn(funnel: CompiledFunnel, journey: Journey, event: VisitEvent): Journey {
  if (event.type === 'BACK') return goneBack(funnel, journey);
  const again = event.type === 'NEXT' ? answerAgain(funnel, journey) : undefined;
  const taken = again === undefined ? event : ({ type: 'ANSWER', value: again } as const);
  return toShown(funnel, passFrom(funnel, { context: { journey, reported: [] }, event: taken }));
}

test('the machine and the walk without it come to the same places', () => {
  fc.assert(
    fc.property(anyFunnel, anyInput, anyTries, (funnel, input, tries) => {
      const reference = new ReferenceVisit(funnel, input);
      const { journey, send } = start(funnel, input);
      let walked = toShown(funnel, begin(funnel, input, limitOf(funnel, input)));
      expect(placeOf(walked)).toEqual(placeOf(journey()));
      for (const each of tries) {
        const from = journey();
        const event = play(reference, each);
        send(event);
        if (journey() !== from) walked = walkOn(funnel, walked, event);
        expect(placeOf(walked)).toEqual(placeOf(journey()));
        expect(answersOnPath(funnel, walked)).toEqual(answersOnPath(funnel, journey()));
      }
    }),
    often,
  );
});

/** Where a visit stands, and the steps that it has passed, shown or hidden. */
function placeOf({ at, counter, trail }: Journey) {
  const passed: [number, boolean][] = [];
  for (let node: Trail | null = trail; node; node = node[before]) passed.push([node.step, node.hidden]);
  return { at, counter, totals: trail.totals, passed };
}

test('the machine does what the rules say, on any funnel, whatever the visitor tries', () => {
  fc.assert(
    fc.property(anyFunnel, anyInput, anyTries, (funnel, input, tries) => {
      const reference = new ReferenceVisit(funnel, input);
      const { actor, goals, screen, journey, send } = start(funnel, input);
      const agree = () => {
        expect(actor.getSnapshot().value).toBe(reference.current?.id ?? 'finished');
        expect(journey().counter).toBe(reference.counter);
        expect(answersOnPath(funnel, journey())).toEqual(reference.answers);
        expect(journey().trail.totals).toEqual(reference.totals);
        expect(goals).toEqual(reference.goals);
        if (!reference.current) {
          expect(actor.getSnapshot().output).toEqual({
            answers: reference.answers,
            outcome: reference.outcome,
            counter: reference.counter,
          });
          expect(screen()).toBeNull();
          return;
        }
        expect(screen()).toMatchObject({ progress: reference.progress, canGoBack: reference.canGoBack });
        expect((screen() as { answer?: Answer }).answer).toEqual(reference.draft);
        const { options } = screen() as { options?: readonly { readonly key: string }[] };
        if (options) expect(options.every(({ key }) => reference.offers(key))).toBe(true);
      };
      agree();
      for (const each of tries) {
        send(play(reference, each));
        agree();
      }
    }),
    often,
  );
});

test('section 2: the percentage never falls on the way forward, and is 100 on the final step', () => {
  fc.assert(
    fc.property(anyFunnel, anyInput, anyTries, (funnel, input, tries) => {
      const { screen, send } = start(funnel, input);
      const reference = new ReferenceVisit(funnel, input);
      for (const each of tries.filter(({ kind }) => kind !== 'BACK')) {
        const before = screen()?.progress.percent ?? 0;
        send(play(reference, each));
        const after = screen()?.progress.percent ?? 100;
        expect(after).toBeGreaterThanOrEqual(before);
        expect(after).toBeLessThanOrEqual(100);
        if (reference.current?.most === 0) expect(after).toBe(100);
      }
    }),
    often,
  );
});

test('Back undoes a step forward: the same screen, now with the answer as a draft', () => {
  fc.assert(
    fc.property(anyFunnel, anyTries, fc.nat(999), (funnel, tries, pick) => {
      const { screen, journey, reference, send } = walk(funnel, {}, tries);
      const before = screen();
      const answers = answersOnPath(funnel, journey());
      if (before === null || before.type === 'loader') return;
      const event = play(reference, { kind: !['intro', 'info'].includes(before.type) ? 'ANSWER' : 'NEXT', pick });
      send(event);
      if (screen() === null || screen()!.stepId === before.stepId) return;
      send({ type: 'BACK' });
      const { answer: _before, ...wasShown } = before as { answer?: Answer };
      const { answer: _after, ...isShown } = screen() as { answer?: Answer };
      expect(isShown).toEqual(wasShown);
      expect(answersOnPath(funnel, journey())).toEqual(answers);
    }),
    often,
  );
});

test('a visit to and fro without a limit ends as a straight one with the same answers', () => {
  const to = fc.record({ kind: fc.constantFrom('ANSWER' as const, 'NEXT' as const), pick: fc.nat(999) });
  const fro = fc.constant({ kind: 'BACK' as const, pick: 0 });
  const toAndFro = fc.array(fc.oneof({ weight: 5, arbitrary: to }, { weight: 4, arbitrary: fro }), { maxLength: 120 });
  fc.assert(
    fc.property(anyFunnel, anyInput, toAndFro, anyPicks, (funnel, given, tries, picks) => {
      const { stepsLimit: _limit, ...input } = given;
      const { actor, journey, reference, send } = walk(funnel, input, []);
      const isWithin = () => expect(journey().counter).toBeLessThanOrEqual(answeredOn(funnel, journey()));
      for (const each of tries) {
        send(play(reference, each));
        isWithin();
      }
      for (let n = 0; actor.getSnapshot().status === 'active'; n++) {
        const asks = 'field' in reference.current!;
        send(play(reference, { kind: asks ? 'ANSWER' : 'NEXT', pick: picks[n % picks.length]! }));
        isWithin();
      }
      const { answers, outcome } = actor.getSnapshot().output!;
      const path = stepsPassed(funnel, journey()).map(({ id }) => id);
      expect(checkAnswers(funnel, answers, input)).toMatchObject({ ok: true, answers, outcome, path });
    }),
    often,
  );
});

/**
 * The answered questions of the path, with the one on the screen and loaders below it that count: Back from a text, which
 * lowers nothing, has led to an answered one, and over them.
 */
function answeredOn(funnel: CompiledFunnel, journey: Journey): number {
  const passed = stepsPassed(funnel, journey).filter(({ counts }) => counts).length;
  const below = funnel.steps.slice(journey.at + 1).filter(({ counts, type }) => counts && type === 'loader').length;
  return passed + (funnel.steps[journey.at]?.counts ? 1 : 0) + below;
}

test('a visit that is saved and resumed looks the same, and goes on the same', () => {
  fc.assert(
    fc.property(anyFunnel, anyInput, anyTries, anyTries, (funnel, input, tries, more) => {
      const { actor, screen, reference, goals } = walk(funnel, input, tries);
      if (screen() === null) return;
      const saved = JSON.parse(JSON.stringify(saveVisit(funnel, actor.getSnapshot()))) as unknown;
      const machine = createFunnelMachine(funnel);
      const resumed = createActor(machine, { snapshot: resumeVisit(machine, funnel, saved, input), input });
      resumed.on('goal', ({ goal }) => goals.push(goal));
      resumed.start();
      const look = () => toScreen(withWords(funnel), resumed.getSnapshot());
      expect(look()).toEqual(screen());
      expect(resumed.getSnapshot().value).toBe(actor.getSnapshot().value);
      for (const each of more) {
        const event = play(reference, each);
        if (resumed.getSnapshot().status === 'active') resumed.send(event);
        expect(resumed.getSnapshot().value).toBe(reference.current?.id ?? 'finished');
        expect(resumed.getSnapshot().context.journey.counter).toBe(reference.counter);
        expect(goals).toEqual(reference.goals);
      }
    }),
    often,
  );
});

test('a finished visit is resumed on its last step', () => {
  fc.assert(
    fc.property(anyFunnel, anyInput, anyPicks, (funnel, input, picks) => {
      const { actor, reference, send } = walk(funnel, input, []);
      let last: string | undefined;
      for (let n = 0; reference.current; n++) {
        if (reference.current.type !== 'loader') last = reference.current.id;
        send(
          play(reference, { kind: 'field' in reference.current ? 'ANSWER' : 'NEXT', pick: picks[n % picks.length]! }),
        );
      }
      if (last === undefined) return;
      const machine = createFunnelMachine(funnel);
      const snapshot = resumeVisit(machine, funnel, saveVisit(funnel, actor.getSnapshot()), input);
      expect(snapshot.value).toBe(last);
      expect(snapshot.status).toBe('active');
    }),
    often,
  );
});

test('checkAnswers accepts what any finished walk has produced', () => {
  fc.assert(
    fc.property(anyFunnel, anyInput, anyPicks, (funnel, input, picks) => {
      const output = finish(funnel, input, picks);
      expect(checkAnswers(funnel, output.answers, input)).toMatchObject({
        ok: true,
        answers: output.answers,
        outcome: output.outcome,
      });
    }),
    often,
  );
});

test('checkAnswers accepts what a walk to and fro under a limit has produced', () => {
  fc.assert(
    fc.property(anyFunnel, fc.integer({ min: 1, max: 4 }), anyTries, (funnel, stepsLimit, tries) => {
      const { actor } = walk(funnel, { stepsLimit }, tries);
      const { output } = actor.getSnapshot();
      if (output === undefined) return;
      expect(checkAnswers(funnel, output.answers, { stepsLimit })).toMatchObject({
        ok: true,
        answers: output.answers,
      });
    }),
    often,
  );
});

test('checkAnswers refuses an answer more, an answer changed to nonsense, and a required answer less', () => {
  fc.assert(
    fc.property(anyFunnel, anyPicks, fc.nat(99), (funnel, picks, which) => {
      const { answers } = finish(funnel, {}, picks);
      expect(checkAnswers(funnel, { ...answers, more: 1 })).toMatchObject({ ok: false });
      const fields = Object.keys(answers);
      if (fields.length === 0) return;
      const field = fields[which % fields.length]!;
      expect(checkAnswers(funnel, { ...answers, [field]: { deep: true } })).toMatchObject({ ok: false });
      const step = funnel.steps.find((each) => 'field' in each && each.field === field)!;
      const required =
        !step.optional && !('required' in step && !step.required) && !('choose' in step && step.choose.min === 0);
      const { [field]: _left, ...rest } = answers;
      if (required)
        expect(checkAnswers(funnel, rest)).toMatchObject({ ok: false, problems: [{ field, code: 'required' }] });
    }),
    often,
  );
});

test('checkAnswers and resumeVisit never throw, whatever they are given', () => {
  const keys = fc.constantFrom('s0', 's1', 's2', '__proto__', 'constructor', 'toString', '');
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(keys, fc.oneof(fc.jsonValue(), fc.constantFrom(NaN, Infinity, 'o0', ['o0']))),
  );
  fc.assert(
    fc.property(anyFunnel, anything, anything, fc.jsonValue(), (funnel, answers, goals, counter) => {
      expect(checkAnswers(funnel, answers)).toHaveProperty('ok');
      const machine = createFunnelMachine(funnel);
      for (const saved of [answers, { version: funnel.version, at: 's1', answers, counter, goals }]) {
        const snapshot = resumeVisit(machine, funnel, saved, {});
        const actor = createActor(machine, { snapshot, input: {} }).start();
        expect(actor.getSnapshot().status).not.toBe('error');
      }
    }),
    often,
  );
});
