import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { confirmVisit, type QuizVisit } from '../../api/visits/confirm-visit.ts';
import { buildFunnel, is } from '../engine/run/build-funnel.ts';
import { quizOne } from '../engine/run/quiz-one.ts';
import { visit as visitOf } from '../engine/run/visitor.ts';
import { anyCharacter } from '../harness/any-character.ts';

const sleep = buildFunnel({
  id: 'sleep',
  version: 'today',
  hiddenFields: ['utm_source'],
  experiments: [{ name: 'tone', variants: [{ name: 'warm', weight: 1 }] }],
  steps: [
    { id: 'drink', type: 'single_choice', options: ['tea', { key: 'cocoa', renamedFrom: ['chocolate'] }] },
    { id: 'sugar', type: 'single_choice', showIf: 'tea' },
    { id: 'hours', type: 'number' },
  ],
  conditions: { tea: is('drink', 'tea') },
  outcomes: [
    { id: 'tea_outcome', when: 'tea', topics: ['calm', 'rest'] },
    { id: 'other', topics: [] },
  ],
});
const funnels = new Map([
  ['sleep', sleep],
  ['quiz', quizOne],
]);
const replay = (visit: QuizVisit) => confirmVisit({ funnel: funnels.get(visit.funnel), visit });
const told = { funnel: 'sleep', version: 'today', answers: { drink: 'tea', sugar: 'yes', hours: 7 }, input: {} };

describe('a visit that a visitor can have had', () => {
  test('is kept with its outcome and all of the outcome’s topics', () => {
    expect(replay(told)).toEqual({
      kind: 'accepted',
      visit: { ...told, outcome: 'tea_outcome', topics: ['calm', 'rest'] },
    });
  });

  test('of an earlier version is kept under present names and with the version it was replayed on', () => {
    const old = { ...told, version: 'yesterday', answers: { drink: 'chocolate', hours: 7 } };
    const answers = { drink: 'cocoa', hours: 7 };
    const visit = { ...told, answers, outcome: 'other', topics: [] };
    expect(replay(old)).toEqual({ kind: 'accepted', visit });
  });

  test('that a limit cut short is kept with the limit', () => {
    const cut = { ...told, answers: { drink: 'tea' }, input: { stepsLimit: 1 } };
    expect(replay(cut)).toMatchObject({ kind: 'accepted', visit: { input: { stepsLimit: 1 } } });
    expect(replay({ ...cut, input: {} })).toEqual({ kind: 'refused', reason: 'required' });
  });

  test('may have been of any length where nothing tells how it ran', () => {
    const { input: _, ...unrecorded } = told;
    expect(replay({ ...unrecorded, answers: { drink: 'tea' } }).kind).toBe('accepted');
    expect(replay({ ...unrecorded, answers: visitOf(quizOne).walkToEnd().answers, funnel: 'quiz' }).kind).toBe(
      'accepted',
    );
  });

  test('is kept without parts of its input that the funnel does not ask for', () => {
    const input = {
      variants: { tone: 'warm', other: 'x' },
      query: { utm_source: 'ad', email: 'ada@example.org' },
      stepsLimit: 1e300,
    };
    const kept = { variants: { tone: 'warm' }, query: { utm_source: 'ad' }, stepsLimit: 3 };
    expect(replay({ ...told, input })).toMatchObject({ kind: 'accepted', visit: { input: kept } });
  });

  test('is kept with what a utm_source can be, and no address', () => {
    const visit = { input: { query: { utm_source: '' } } };
    const input = { query: { utm_source: 'ada@example.org' } };
    expect(replay({ ...told, input })).toMatchObject({ kind: 'accepted', visit });
  });
});

describe('a visit that no visitor can have had is refused with the reason', () => {
  test.each<[string, Partial<QuizVisit>, string]>([
    ['an unknown funnel', { funnel: 'nowhere' }, 'unknown_funnel'],
    ['a funnel by the name of something that every object has', { funnel: 'constructor' }, 'unknown_funnel'],
    ['an unknown option', { answers: { drink: 'beer' } }, 'unknown_option'],
    ['an unknown field', { answers: { drink: 'tea', isAdmin: true } }, 'unknown_field'],
    ['an answer missing', { answers: { drink: 'tea', sugar: 'no' } }, 'required'],
    ['an answer off the path', { answers: { drink: 'cocoa', sugar: 'no', hours: 7 } }, 'not_on_path'],
    ['an answer that is an object', { answers: { drink: { toString: 'tea' } } }, 'wrong_type'],
    ['a prototype for an answer', { answers: JSON.parse('{"__proto__": {"drink": "tea"}}') as {} }, 'unknown_field'],
  ])('%s', (_, change, reason) => {
    expect(replay({ ...told, ...(change as object) })).toEqual({ kind: 'refused', reason });
  });

  test('a list that goes on and on, and nesting without end', () => {
    let nested: unknown = 'tea';
    for (let depth = 0; depth < 10_000; depth += 1) nested = [nested];
    expect(replay({ ...told, answers: { drink: nested } }).kind).toBe('refused');
    expect(replay({ ...told, answers: { drink: Array.from({ length: 10_000 }, () => 'tea') } }).kind).toBe('refused');
  });
});

const answers: ReadonlySet<string> = new Set(['accepted', 'refused']);

test('whatever is sent, the answer is accepted or refused, and never an error', () => {
  const name = fc.oneof(
    fc.constantFrom('drink', 'sugar', 'hours', '__proto__', 'constructor', 'toString'),
    fc.string(),
  );
  const texts = fc.dictionary(name, fc.string({ unit: anyCharacter }));
  const input = fc.record({ variants: texts, query: texts, stepsLimit: fc.double() }, { requiredKeys: [] });
  const value = fc.oneof(fc.constantFrom('tea', 'cocoa', 'yes', 7), fc.anything({ maxDepth: 1, maxKeys: 3 }));
  const visits = fc.record({
    funnel: fc.constantFrom('sleep', 'quiz', '__proto__'),
    answers: fc.dictionary(name, value),
    input,
  });
  fc.assert(
    fc.property(visits, (visit) => answers.has(replay({ ...visit, version: '' }).kind)),
    { numRuns: 2000 },
  );
});
