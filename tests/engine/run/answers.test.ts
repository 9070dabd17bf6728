import { describe, expect, test } from 'vitest';
import { tidyAnswer } from '../../../engine/run/answer.ts';
import type { AnswerProblem } from '../../../engine/model.ts';
import { checkAnswer, checkAnswers } from '../../../engine/run/answers.ts';
import { buildFunnel, is, type StepDraft } from './build-funnel.ts';
import { quizOne } from './quiz-one.ts';
import { visit } from './visitor.ts';

describe('checkAnswer', () => {
  const single = { type: 'single_choice', options: ['tea', 'nap'] } as const;
  const options = ['tea', 'nap', 'walk', { key: 'neither', exclusive: true }];
  const several = { type: 'multiple_choice', options, choose: { min: 2, max: 2 } } as const;
  const hours = { type: 'number', min: 3, max: 10, step: 0.5 } as const;
  const name = { type: 'text', maxLength: 5 } as const;
  const email = { type: 'email' } as const;

  test.each<[string, Omit<StepDraft, 'id'>, unknown, AnswerProblem | null]>([
    ['an option', single, 'tea', null],
    ['an option that is none', single, 'beer', 'unknown_option'],
    ['a name that every object has', single, 'constructor', 'unknown_option'],
    ['no option', single, '', 'required'],
    ['a list where one is asked for', single, ['tea'], 'wrong_type'],
    ['as many options as asked for', several, ['tea', 'nap'], null],
    ['nothing', several, [], 'required'],
    ['too few', several, ['tea'], 'too_few'],
    ['too many', several, ['tea', 'nap', 'walk'], 'too_many'],
    ['the same twice', several, ['tea', 'tea'], 'too_many'],
    ['the exclusive one alone, whatever the number asked for', several, ['neither'], null],
    ['the exclusive one with another', several, ['tea', 'neither'], 'exclusive'],
    ['an unknown one among several', several, ['tea', 'beer'], 'unknown_option'],
    ['a number among options', several, ['tea', 7], 'wrong_type'],
    ['one option where several are asked for', several, 'tea', 'wrong_type'],
    ['a number on the grid', hours, 7.5, null],
    ['a number between the grid', hours, 7.3, 'not_on_step'],
    ['a number as text', hours, '7', 'not_a_number'],
    ['NaN', hours, NaN, 'not_a_number'],
    ['too small a number', hours, 2.5, 'too_small'],
    ['too large a number', hours, 10.5, 'too_large'],
    ['a text', name, 'Ada', null],
    ['blanks only', name, '  ', 'required'],
    ['nothing that can be seen', name, '\u3164', 'required'],
    ['too long a text', name, 'Augusta', 'too_long'],
    ['no text where none is needed', { ...name, required: false }, '', null],
    ['something else than text', name, { length: 3 }, 'wrong_type'],
    ['an address', email, 'ada@example.org', null],
    ['no address', email, '', 'required'],
    ['half an address', email, 'ada@example', 'not_an_email'],
    ['an address at an international domain', email, 'ana@españa.example', null],
    ['an address with all signs that servers take', email, "a.b+c_d'e@x-y.example", null],
    ['64 letters before the @', email, `${'a'.repeat(64)}@x.example`, null],
    ['65 letters before the @', email, `${'a'.repeat(65)}@x.example`, 'not_an_email'],
    ['letters before the @ that servers refuse', email, 'josé@x.example', 'email_letters'],
    ['an address in brackets', email, '<a@x.example>', 'not_an_email'],
    ['two addresses', email, 'a,b@x.example', 'not_an_email'],
    ['a sign that is not seen, before the @', email, 'a\u200Bb@x.example', 'not_an_email'],
    ['a sign that is not seen, in the domain', email, 'a@x\u200B.example', 'not_an_email'],
    ['two dots in a row', email, 'a..b@x.example', 'not_an_email'],
    ['a port', email, 'a@españa.example:80', 'not_an_email'],
    ['a path', email, 'a@españa.example/b', 'not_an_email'],
    ['a domain that can’t be', email, 'a@xn--ñ.example', 'not_an_email'],
    ['an address longer than mail allows', email, `${'a'.repeat(250)}@b.cc`, 'not_an_email'],
    ['anything on a step that asks nothing', { type: 'info' }, 'tea', 'wrong_type'],
  ])('%s', (_, draft, value, problem) => {
    const [step] = buildFunnel({ steps: [{ ...draft, id: 'step' }] }).steps;
    expect(checkAnswer(step!, value)).toBe(problem);
  });

  test('steps of a tenth are not refused for the way computers write tenths', () => {
    const [step] = buildFunnel({ steps: [{ id: 'weight', type: 'number', min: 0, max: 200, step: 0.1 }] }).steps;
    for (let tenths = 0; tenths <= 2000; tenths++) expect(checkAnswer(step!, tenths / 10)).toBeNull();
  });
});

const blank = { id: 'n', counts: true, next: [{ to: null }], fewest: 0, most: 0 } as const;

describe('tidyAnswer', () => {
  test('keeps a number on its step, without what adding decimals leaves', () => {
    const tenths = { ...blank, type: 'number', field: 'n', input: 'field', min: 0, max: 1, step: 0.1 } as const;
    expect(tidyAnswer(tenths, 0.1 * 3)).toBe(0.3);
    expect(tidyAnswer({ ...tenths, min: 3, max: 10, step: 0.5 }, 7.5)).toBe(7.5);
  });
});

describe('checkAnswers', () => {
  const complete = visit(quizOne).walkToEnd().output!.answers;

  test('accepts the answers of a finished visit, and tells its path', () => {
    expect(checkAnswers(quizOne, complete)).toEqual({
      ok: true,
      outcome: 'only',
      answers: complete,
      totals: {},
      scope: expect.anything() as unknown,
      path: quizOne.steps.map(({ id }) => id),
    });
  });

  test('section 3: each of quiz 1 is a string holding the chosen option key', () => {
    expect(checkAnswers(quizOne, { ...complete, step_2: 1 })).toEqual({
      ok: false,
      problems: [{ field: 'step_2', code: 'wrong_type' }],
    });
    expect(checkAnswers(quizOne, { ...complete, step_2: 'tenth' })).toEqual({
      ok: false,
      problems: [{ field: 'step_2', code: 'unknown_option' }],
    });
  });

  test('refuses fields that the funnel does not have, all of them by name', () => {
    const stored = JSON.parse('{"__proto__": "x", "toString": "y"}') as object;
    expect(checkAnswers(quizOne, stored)).toEqual({
      ok: false,
      problems: [
        { field: '__proto__', code: 'unknown_field' },
        { field: 'toString', code: 'unknown_field' },
      ],
    });
  });

  test('refuses a missing answer', () => {
    const { step_15: _last, ...rest } = complete;
    expect(checkAnswers(quizOne, rest)).toEqual({ ok: false, problems: [{ field: 'step_15', code: 'required' }] });
    expect(checkAnswers(quizOne, {})).toEqual({ ok: false, problems: [{ field: 'step_2', code: 'required' }] });
  });

  test('section 4: with stepsLimit in force the last answers may be missing, as the visit was cut short', () => {
    const { answers } = visit(quizOne, { stepsLimit: 3 }).walkToEnd().output!;
    expect(checkAnswers(quizOne, answers, { stepsLimit: 3 })).toMatchObject({
      ok: true,
      path: ['step_1', 'step_2', 'step_3', 'step_4'],
    });
    expect(checkAnswers(quizOne, answers)).toMatchObject({ ok: false });
    expect(checkAnswers(quizOne, {}, { stepsLimit: 3 })).toMatchObject({ ok: false });
    const { step_3: _gap, ...gap } = answers;
    expect(checkAnswers(quizOne, gap, { stepsLimit: 3 })).toMatchObject({
      ok: false,
      problems: [{ field: 'step_3', code: 'required' }],
    });
  });

  const branching = buildFunnel({
    steps: [
      {
        id: 'sleeps',
        type: 'single_choice',
        options: [{ key: 'well' }, { key: 'badly', scores: { score: 2 }, renamedFrom: ['poorly'] }],
      },
      { id: 'since', field: 'sinceWhen', type: 'single_choice', showIf: 'badly', renamedFrom: ['how_long'] },
    ],
    dimensions: [{ name: 'score', least: 0, most: 2 }],
    conditions: { badly: is('sleeps', 'badly') },
  });

  test('refuses answers to steps that the path does not visit', () => {
    expect(checkAnswers(branching, { sleeps: 'well', sinceWhen: 'yes' })).toEqual({
      ok: false,
      problems: [{ field: 'sinceWhen', code: 'not_on_path' }],
    });
  });

  test('adds up the scores', () => {
    expect(checkAnswers(branching, { sleeps: 'badly', sinceWhen: 'yes' })).toMatchObject({
      ok: true,
      totals: { score: 2 },
    });
  });

  test('accepts what is stored under earlier names', () => {
    expect(checkAnswers(branching, { sleeps: 'poorly', how_long: 'yes' })).toMatchObject({
      ok: true,
      answers: { sleeps: 'badly', sinceWhen: 'yes' },
    });
  });

  test.each([[null], [undefined], ['text'], [7], [[]], [[{}]], [true]])('refuses %j', (answers) => {
    expect(checkAnswers(quizOne, answers)).toMatchObject({ ok: false });
  });
});
