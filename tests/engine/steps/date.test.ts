import { palette } from '../../../content/brand.ts';
import { describe, expect, test } from 'vitest';
import { buildFunnels } from '../../../engine/author/build.ts';
import { exampleVisits } from '../../../engine/author/prove/describe-visits.ts';
import { simulateLogs } from '../../events/simulated/simulate-logs.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { checkAnswer, redactAnswer } from '../../../engine/run/answer.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { dayNumber, dayOf } from '../../../engine/run/days.ts';
import { redactEvents } from '../../../engine/run/page-log.ts';
import { sampleAnswers, stepStatesOf, wrongAnswer } from '../../../scripts/storybook/step-states.ts';
import { builtOn, dateFunnel, dateTopics } from './date-funnel.ts';

const build = (change = (text: string): string => text, today = builtOn) =>
  buildFunnels({
    colours: palette,
    files: dateFunnel.map(({ name, text }) => ({ name, text: change(text) })),
    topics: dateTopics,
    today,
  });
const { funnels, problems } = build();
const { funnel } = funnels[0]!;
const birthday = funnel.steps[1]!;
const takes = (value: unknown) => checkAnswer(birthday, value, builtOn);
const outcome = (answers: Record<string, string>, today = builtOn) => {
  const check = checkAnswers(funnel, answers, { today });
  return check.ok ? check.outcome : check.problems[0]!.code;
};
/** The first birthday of those who are not yet 18 years old, in days. */
const adultSince = dayOf(dayNumber(builtOn)! - 6574);
const codes = (from: string, to: string): string[] =>
  build((text) => text.replace(from, to)).problems.map(({ code }) => code);

test('days and their numbers are the calendar', () => {
  for (const day of ['1970-01-01', '1900-02-28', '1900-03-01', '2000-02-29', '2024-12-31', '2026-11-22', '0001-01-01'])
    expect(dayOf(dayNumber(day)!)).toBe(day);
  const numbers = Array.from({ length: 80_000 }, (_, index) => index - 40_000);
  expect(numbers.map(dayOf)).toEqual(numbers.map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10)));
  for (const wrong of ['1900-02-29', '2026-13-01', '2026-1-1', '', 'today', '0000-01-01'])
    expect(dayNumber(wrong)).toBeUndefined();
});

describe('a funnel with dates', () => {
  test('is checked, proved and built', () => {
    expect(problems.map((problem) => formatProblem(problem))).toEqual([]);
    expect(funnel.builtOn).toBe(builtOn);
  });

  test('has the same version on whatever day it is built', () => {
    expect(build(undefined, '2026-12-31').funnels[0]!.funnel.version).toBe(funnel.version);
  });

  test('shows by an example how each step is come to', () => {
    expect([...exampleVisits(funnel).keys()].toSorted()).toEqual(['birthday', 'last_night', 'parents', 'welcome']);
  });

  test('comes to each outcome by dates on both sides of its limits', () => {
    expect(outcome({ birthday: dayOf(dayNumber(builtOn)! - 6574) })).toBe('young');
    expect(outcome({ birthday: dayOf(dayNumber(builtOn)! - 6575) })).toBe('tired');
    expect(outcome({ birthday: '1989-12-31', lastNight: '2026-11-21' })).toBe('rested');
    expect(outcome({ birthday: '1989-12-31', lastNight: '2026-11-20' })).toBe('tired');
    expect(outcome({ birthday: '1989-12-31', lastNight: '2026-11-14' })).toBe('too_early');
    expect(outcome({ birthday: '2026-11-23' })).toBe('too_late');
    expect(outcome({ birthday: '2026-11-23' }, '2026-11-23')).toBe('young');
  });

  test('takes only days that there are, within its limits', () => {
    expect(['1990-02-30', '', 5, '1899-12-31', '2026-11-23', '2026-11-22', '1900-01-01'].map(takes)).toEqual([
      'not_a_date',
      'required',
      'wrong_type',
      'too_early',
      'too_late',
      null,
      null,
    ]);
  });

  test('is simulated, and no birthday leaves the browser', () => {
    const logs = [...simulateLogs(funnel, { visits: 200, seed: 'dates', stay: 1, back: 0.1, from: 0, to: 1e9 })];
    expect(new Set(logs.map(({ outcome }) => outcome))).toContain('young');
    const events = logs.flatMap(({ pages }) => pages.flatMap((page) => redactEvents(funnel, page.events, builtOn)));
    const answers = events.flatMap((event) => (event[1] === 'answer' && event[2] === 'birthday' ? [event[3]] : []));
    expect(answers.length).toBeGreaterThan(100);
    expect(new Set(answers)).toEqual(new Set(['1900-01-01', '1990-01-01', adultSince]));
  });

  test('reports the first day of those that its conditions treat alike', () => {
    expect(birthday).toMatchObject({ periods: ['1990-01-01', -6574] });
    expect(funnel.steps[3]).toMatchObject({ periods: [-1] });
    const redacted = (day: string, today = builtOn) => redactAnswer(birthday, day, today);
    expect(redacted('1989-12-31')).toBe('1900-01-01');
    expect(redacted('1990-01-01')).toBe('1990-01-01');
    expect(redacted('1999-07-08')).toBe('1990-01-01');
    expect(redacted('2026-11-22')).toBe(adultSince);
    // As many days ago as they are on the visitor's own day.
    expect(redacted('2026-11-22', '2027-11-22')).toBe(dayOf(dayNumber(adultSince)! + 365));
    expect(redacted(adultSince)).toBe(adultSince);
  });

  test.each([
    ['birthday', 'today - birthday < 6575', 'birthday == 1990-01-01', ['1990-01-01', '1990-01-02', -6574]],
    ['last_night', 'lastNight >= today - 1', 'round((today - lastNight) / 2) < 2', [-2]],
    // The other date isn't known yet.
    ['birthday', 'lastNight >= today - 1', 'lastNight > birthday + 365', ['1990-01-01', -6574]],
    ['last_night', 'lastNight >= today - 1', 'lastNight > birthday + 365', undefined],
  ])('which are of %s, with %s → %s, %j', (id, from, to, periods) => {
    const changed = build((text) => text.replace(from, to));
    expect(changed.problems.map(({ code }) => code)).toEqual([]);
    const step = changed.funnels[0]!.funnel.steps.find((each) => each.id === id);
    expect(step && 'periods' in step ? step.periods : undefined).toEqual(periods);
  });

  test('has a story for each of its states', () => {
    expect(sampleAnswers(birthday)).toContain('1900-01-01');
    expect(wrongAnswer(birthday)).toBeNull();
    const states = stepStatesOf(funnel, birthday, { visit: exampleVisits(funnel).get('birthday')!, finished: [] });
    expect(states.map(({ state }) => state)).toEqual(['empty', 'chosen', 'invalid']);
  });
});

describe('mistakes with dates are found', () => {
  test.each([
    ['birthday < 1990-01-01', 'birthday < "1990-01-01"', 'type_mismatch'],
    ['birthday < 1990-01-01', 'birthday < 5', 'type_mismatch'],
    ['birthday < 1990-01-01', 'birthday < 1990-02-30', 'expression_syntax'],
    ['birthday < 1990-01-01', 'birthday < 1890-01-01', 'step_unreachable'],
    ['today - birthday < 6575', 'birthday < today - 6575 - 43000 * 2', 'step_unreachable'],
    ['today - birthday < 6575', 'birthday > today', 'step_unreachable'],
    ['min: -7, max: 0', 'min: 0, max: -7', 'date_range'],
    ['max: 0 }', 'max: yesterday }', 'bad_name'],
  ])('%s → %s', (from, to, code) => {
    expect(codes(from, to)).toContain(code);
  });
});
