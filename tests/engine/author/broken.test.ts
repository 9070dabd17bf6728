import { describe, expect, test } from 'vitest';
import { problemCodes } from '../../../engine/problem.ts';
import { compileUnproved, expectProblem, expectValid, readBrokenFixtures, soundFiles, withFiles } from './harness.ts';
import { expectShown } from './prove/shown-by.ts';
import { readVisit, writeVisit } from './prove/visit-line.ts';

test('the funnel that the broken files are made of has no problem', () => {
  expect(expectValid(soundFiles)).toHaveLength(1);
});

describe('a file with one mistake has exactly one problem, at its place, and the shortest visit that shows it', () => {
  test.each(readBrokenFixtures())(
    '$title: $code',
    ({ files, code, line, column, visit }) => {
      const problem = expectProblem(withFiles(...files), code, line, column);
      const { counterexample } = problem;
      if (visit === undefined) return expect(counterexample).toBeUndefined();
      const funnel = compileUnproved(withFiles(...files));
      const shortest = readVisit(funnel, visit);
      expectShown(funnel, { ...problem, counterexample: shortest });
      expectShown(funnel, problem);
      expect(counterexample?.steps.length, counterexample && writeVisit(counterexample)).toBe(shortest.steps.length);
    },
    60_000,
  );
});

test('there are more than 150 of them', () => {
  expect(readBrokenFixtures().length).toBeGreaterThan(150);
});

test('every code that one file alone can have is shown by a broken file', () => {
  const fixtures = [...readBrokenFixtures(), ...readBrokenFixtures('broken-sessions')];
  const shown = new Set(fixtures.map(({ code }) => code));
  const severalFiles = [
    'file_twice',
    'path_twice',
    'storage_key_twice',
    'goal_shared',
    'topic_untranslated',
    'answers_lost',
  ];
  const ofPictures = ['picture_unknown', 'picture_too_large', 'picture_unreadable', 'picture_format'];
  expect(problemCodes.filter((code) => ![...shown, ...severalFiles, ...ofPictures].includes(code))).toEqual([]);
});
