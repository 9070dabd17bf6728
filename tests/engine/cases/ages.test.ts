import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../../engine/problem.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { dayNumber, dayOf, firstWithin, yearsBetween } from '../../../engine/run/days.ts';
import { redactAnswer } from '../../../engine/run/answer.ts';
import { buildCase, today, visitsOf } from './case.ts';

const [year, day] = [(text: string) => Number(text.slice(0, 4)), (text: string) => text.slice(5)];
/** As people count: one more on each birthday. */
const ageOn = (now: string, birthday: string) => year(now) - year(birthday) - (day(now) < day(birthday) ? 1 : 0);

const { funnels, problems } = buildCase('age-gate');
const [built] = funnels;
const { funnel } = built!;
const outcomeOn = (now: string, birthday: string) => {
  const check = checkAnswers(funnel, { birthday }, { today: now });
  return check.ok && check.outcome;
};

test('a funnel that counts calendar years has no problem, and the same version on every day', () => {
  expect(problems.map((problem) => formatProblem(problem))).toEqual([]);
  for (const builtOn of ['2028-02-28', '2028-02-29', '2028-03-01', '2027-02-28'])
    expect(buildCase('age-gate', undefined, builtOn).funnels[0]!.funnel.version).toBe(funnel.version);
});

test('the age is that of the calendar, for a thousand visitors, their texts, and what the server reads of them', () => {
  for (const { answers, outcome, reported, summary } of visitsOf(built!, 1000)) {
    const age = ageOn(today, String(answers['birthday']));
    expect(summary).toBe(`You are ${age}.`);
    expect(outcome).toBe(age >= 18 ? 'adult' : 'minor');
    expect(reported).toBe(outcome);
  }
});

describe('on the day of each visit, through leap years too', () => {
  test.each(['2026-11-29', '2027-02-28', '2027-03-01', '2028-02-28', '2028-02-29', '2028-03-01'])('%s', (now) => {
    const step = funnel.steps[0]!;
    for (const years of [16, 18])
      for (let near = -400; near <= 400; near++) {
        const birthday = dayOf(dayNumber(now)! - Math.round(years * 365.25) + near);
        const expected = ageOn(now, birthday) >= 18 ? 'adult' : 'minor';
        expect(outcomeOn(now, birthday)).toBe(expected);
        // What is reported instead of the birthday comes to the same.
        const reported = String(redactAnswer(step, birthday, now));
        expect(outcomeOn(now, reported)).toBe(expected);
        expect(ageOn(now, reported) < 16).toBe(ageOn(now, birthday) < 16);
      }
  });
});

test('what is reported says no more than what conditions ask for', () => {
  expect(funnel.steps[0]).toMatchObject({ periods: [{ years: 16 }, { years: 18 }] });
  const reported = visitsOf(built!, 300).map(({ answers }) =>
    redactAnswer(funnel.steps[0], answers['birthday']!, today),
  );
  expect(new Set(reported)).toEqual(new Set(['1920-01-01', '2008-11-30', '2010-11-30']));
});

test('years between days rise by one at a time, and end with the calendar', () => {
  for (const until of ['2027-02-28', '2028-02-29', '2026-11-29'].map((each) => dayNumber(each)!)) {
    for (let years = -3; years < 100; years++) {
      const first = firstWithin(years, until);
      expect([first - 1, first].map((since) => yearsBetween(since, until))).toEqual([years, years - 1]);
    }
    expect(yearsBetween(-1e12, until)).toBe(year(dayOf(until)) - 1);
    expect(yearsBetween(1e12, until)).toBeLessThan(-7900);
  }
});

test.each([
  ['years_since(birthday) >= 18', 'years_since(age) >= 18', 'type_mismatch'],
  ['years_since(birthday) >= 18', 'years_since(birthday + 30) >= 18', 'type_mismatch'],
  ['years_since(birthday) >= 18', 'years_since() >= 18', 'wrong_arguments'],
  ['years_since(birthday) >= 18', 'years_since(birthday) >= 107', 'outcome_unreachable'],
  ['age < 16', 'age < 0', 'step_unreachable'],
])('%s → %s is %s, told once', (from, to, code) => {
  const { problems: told } = buildCase('age-gate', (text) => text.replace(from, to));
  expect(told.map((problem) => problem.code)).toEqual([code]);
});
