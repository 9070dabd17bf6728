import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answer, CompiledFunnel, VisitEvent, VisitInput } from '../../../engine/model.ts';
import { answersOnPath } from '../../../engine/run/journey.ts';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import { replayVisit, type VisitLog, decodeVisit, encodeVisit } from '../../../engine/replay/visit-log.ts';
import { anyCharacter } from '../../harness/any-character.ts';
import { buildFunnel, is } from '../run/build-funnel.ts';
import { anyFunnel, anyInput } from '../run/funnel-arbitrary.ts';
import { matrixAnswers, ordersOf } from '../run/reference-visit.ts';
import { visit } from '../run/visitor.ts';

const nights = buildFunnel({
  conditions: { bad: is('nights', 'bad') },
  goals: { start: 'began' },
  steps: [
    { id: 'welcome', type: 'intro' },
    {
      id: 'nights',
      type: 'single_choice',
      options: ['bad', 'good'],
      next: [{ when: 'bad', to: 'why' }, { to: 'end' }],
    },
    { id: 'why', type: 'text' },
    { id: 'end', type: 'info' },
  ],
});
const next: VisitEvent = { type: 'NEXT' };
const back: VisitEvent = { type: 'BACK' };
const answer = (value: Answer): VisitEvent => ({ type: 'ANSWER', value });

function stepsOf(funnel: CompiledFunnel, events: readonly VisitEvent[], input: VisitInput = {}) {
  return replayVisit(funnel, { input, events }).map(({ value }) => value);
}

describe('replaying a visit', () => {
  test('gives a snapshot before the first event and one after each', () => {
    const events = [next, answer('bad'), back, answer('good'), next];
    expect(stepsOf(nights, events)).toEqual(['welcome', 'nights', 'why', 'nights', 'end', 'finished']);
  });

  test('knows the answers, the counter and the goals of every moment', () => {
    const snapshots = replayVisit(nights, { input: {}, events: [next, answer('bad'), answer('work')] });
    const last = snapshots.at(-1)!;
    expect(answersOnPath(nights, last.context.journey)).toEqual({ nights: 'bad', why: 'work' });
    expect(saveVisit(nights, last)).toMatchObject({ at: 'end', counter: 2, goals: ['began'] });
    expect(saveVisit(nights, snapshots[0]!)).toMatchObject({ at: 'welcome', counter: 0, goals: [] });
  });

  test('honours the input that the visit began with', () => {
    expect(stepsOf(nights, [next, answer('bad')], { stepsLimit: 1 })).toEqual(['welcome', 'nights', 'finished']);
  });

  test('ends before the first event that the funnel does not take', () => {
    const events = [next, answer('an option of an earlier version'), answer('good'), next];
    expect(stepsOf(nights, events)).toEqual(['welcome', 'nights']);
  });

  test('ends with the visit, whatever the log says after it', () => {
    expect(stepsOf(nights, [next, answer('good'), next, back, next])).toEqual(['welcome', 'nights', 'end', 'finished']);
  });

  test('comes to where the running machine came to, for any funnel and visitor', () => {
    fc.assert(
      fc.property(anyFunnel, anyInput, fc.array(fc.nat(99), { maxLength: 25 }), (funnel, input, picks) => {
        const visitor = visit(funnel, input);
        const events: VisitEvent[] = [];
        const seen = [visitor.step];
        for (const pick of picks) {
          if (visitor.finished) break;
          const event = eventOf(visitor, pick);
          const before = visitor.actor.getSnapshot().context.journey;
          visitor.actor.send(event);
          if (visitor.actor.getSnapshot().context.journey === before) continue;
          events.push(event);
          seen.push(visitor.step);
        }
        const snapshots = replayVisit(funnel, { input, events });
        expect(snapshots.map(({ value }) => value)).toEqual(seen);
        expect(saveVisit(funnel, snapshots.at(-1)!)).toEqual(saveVisit(funnel, visitor.actor.getSnapshot()));
      }),
    );
  });
});

function eventOf({ actor, data }: ReturnType<typeof visit>, pick: number): VisitEvent {
  const step = data.funnel.steps[actor.getSnapshot().context.journey.at];
  if (pick % 7 === 0) return back;
  if (!step || pick % 7 === 1) return next;
  switch (step.type) {
    case 'single_choice':
    case 'select':
    case 'consent':
      return answer(step.options[pick % step.options.length]!.key);
    case 'matrix': {
      const answers = matrixAnswers(step);
      return answer(answers[pick % answers.length]!);
    }
    case 'rank': {
      const orders = ordersOf(step.options.map(({ key }) => key));
      return answer(orders[pick % orders.length]!);
    }
    case 'multiple_choice':
      return answer([step.options[pick % step.options.length]!.key]);
    case 'number':
      return answer(pick % 4);
    case 'text':
      return answer('some words');
    case 'email':
      return answer('ana@example.com');
    case 'phone':
      return answer('+34600123456');
    case 'date':
      return answer('2026-11-21');
    case 'time':
      return answer('23:59');
    case 'intro':
    case 'info':
    case 'display':
    case 'group':
    case 'loader':
      return next;
  }
}

const anyText = fc.string({ unit: anyCharacter });
const anyTexts = fc.dictionary(anyText, anyText);
const anyAnswer: fc.Arbitrary<Answer> = fc.oneof(
  anyText,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.array(anyText),
);
const anyLog: fc.Arbitrary<VisitLog> = fc.record({
  funnel: anyText,
  version: anyText,
  input: fc.record({ variants: anyTexts, query: anyTexts, stepsLimit: fc.integer() }, { requiredKeys: [] }),
  events: fc.array(fc.oneof(fc.constantFrom(next, back), anyAnswer.map(answer))),
});
const anySaved = fc.record({
  version: anyText,
  at: anyText,
  answers: fc.dictionary(anyText, anyAnswer),
  counter: fc.integer(),
  goals: fc.array(anyText),
});
const anyLaterLog: fc.Arbitrary<VisitLog> = fc
  .record({ log: anyLog, saved: anySaved, times: fc.array(fc.nat()) })
  .chain(({ log, ...more }) => fc.constantFrom({ ...log, ...more }, { ...log, saved: more.saved }, log));

describe('replaying a page that was opened later', () => {
  const saved = { version: nights.version, at: 'why', answers: { nights: 'bad' }, counter: 1, goals: ['began'] };

  test('begins where the visit was', () => {
    const snapshots = replayVisit(nights, { input: {}, saved, events: [answer('work'), next] });
    expect(snapshots.map(({ value }) => value)).toEqual(['why', 'end', 'finished']);
    expect(snapshots.at(-1)!.output).toMatchObject({ answers: { nights: 'bad', why: 'work' }, counter: 2 });
  });

  test('knows the way back', () => {
    const snapshots = replayVisit(nights, { input: {}, saved, events: [back, back] });
    expect(snapshots.map(({ value }) => value)).toEqual(['why', 'nights', 'welcome']);
  });
});

describe('the text of a visit', () => {
  test('is read back as it was', () => {
    fc.assert(
      fc.property(anyLaterLog, (log) => {
        expect(decodeVisit(encodeVisit(log))).toEqual({ ok: true, log });
      }),
    );
  });

  test('may stand in a link as it is', () => {
    fc.assert(
      fc.property(anyLaterLog, (log) => {
        expect(encodeVisit(log)).toMatch(/^[\w-]+$/);
      }),
    );
  });

  test('is short: under 250 characters for a visit of ten answers', () => {
    const events = Array.from({ length: 10 }, () => answer('sometimes'));
    const { id: funnel, version } = nights;
    expect(encodeVisit({ funnel, version, input: {}, events }).length).toBeLessThan(250);
  });

  test('of a later format is distinguished from one that is broken', () => {
    const text = encodeVisit({ funnel: 'test', version: '1', input: {}, events: [] });
    expect(decodeVisit(text.replace('v1-', 'v3-'))).toEqual({ ok: false, problem: 'other_format' });
    expect(decodeVisit(text.slice(0, -1))).toEqual({ ok: false, problem: 'not_a_visit' });
  });

  test('is as earlier releases wrote it where the visit is written from its beginning, without times', () => {
    const log = { funnel: 'test', version: '1', input: {}, events: [next, answer('bad')] };
    expect(encodeVisit(log)).toBe(ofJson(['test', '1', {}, [true, 'bad']]));
    expect(encodeVisit({ ...log, times: [5, 12] })).toBe(
      ofJson(['test', '1', {}, [true, 'bad'], null, [5, 7]]).replace('v1-', 'v2-'),
    );
  });

  test.each([
    ['nothing', ''],
    ['words', 'a link that somebody wrote by hand'],
    ['a format alone', 'v1-'],
    ['bytes that are no UTF-8', `v1-${btoa('"\xff\xfe"').replaceAll('/', '_')}`],
    ['JSON that is no list', ofJson({ funnel: 'test' })],
    ['a list that is too short', ofJson(['test', '1'])],
    ['a funnel that is no text', ofJson([1, '1', {}, []])],
    ['an input that is a list', ofJson(['test', '1', [], []])],
    ['a variant that is no text', ofJson(['test', '1', { variants: { proof: 1 } }, []])],
    ['a limit that is no number', ofJson(['test', '1', { stepsLimit: '3' }, []])],
    ['an event that is nothing', ofJson(['test', '1', {}, [null]])],
    ['an event that is a record', ofJson(['test', '1', {}, [{ type: 'NEXT' }]])],
    ['an answer of lists', ofJson(['test', '1', {}, [[['a']]]])],
    ['a place that is no record', ofJson(['test', '1', {}, [], 'why', null])],
    [
      'a place without answers',
      ofJson(['test', '1', {}, [], { version: '1', at: 'why', counter: 0, goals: [] }, null]),
    ],
    ['times that are texts', ofJson(['test', '1', {}, [true], null, ['5']])],
    ['a depth that no visit has', `v1-${btoa('['.repeat(200_000)).replaceAll('=', '')}`],
  ])('that is %s is refused', (_, text) => {
    expect(decodeVisit(text)).toEqual({ ok: false, problem: 'not_a_visit' });
  });

  test('never throws, and what it reads can be replayed, whatever stands there', () => {
    const anyCode = fc.oneof(
      anyText,
      fc.json().map((json) => ofJson(JSON.parse(json))),
      fc.base64String(),
    );
    fc.assert(
      fc.property(anyCode, fc.constantFrom('', 'v1-'), (code, head) => {
        const decoded = decodeVisit(head + code);
        if (decoded.ok) replayVisit(nights, decoded.log);
      }),
    );
  });

  test('keeps names that mean something to JavaScript as the names they are', () => {
    const decoded = decodeVisit(
      ofJson(['test', '1', JSON.parse('{"query":{"__proto__":"x","constructor":"y"}}'), [true]]),
    );
    expect(decoded.ok && Object.keys(decoded.log.input.query!)).toEqual(['__proto__', 'constructor']);
    expect(decoded.ok && replayVisit(nights, decoded.log)).toHaveLength(2);
  });
});

function ofJson(value: unknown): string {
  const json = JSON.stringify(value);
  const bytes = String.fromCharCode(...new TextEncoder().encode(json));
  return `v1-${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}
