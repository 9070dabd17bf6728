import { describe, expect, test } from 'vitest';
import { problemCodes } from '../../../engine/problem.ts';
import { expectProblem, expectValid, readBrokenFixtures, soundFiles, withFiles } from './harness.ts';

test('the funnel that the broken files are made of has no problem', () => {
  expect(expectValid(soundFiles)).toHaveLength(1);
});

describe('a file with one mistake has exactly one problem, at its place', () => {
  test.each(readBrokenFixtures())('$title: $code', ({ file, code, line, column }) => {
    expectProblem(withFiles(file), code, line, column);
  });
});

test('every code that one file alone can have is shown by a broken file', () => {
  const fixtures = [...readBrokenFixtures(), ...readBrokenFixtures('broken-sessions')];
  const shown = new Set(fixtures.map(({ code }) => code));
  const severalFiles = ['file_twice', 'path_twice', 'storage_key_twice', 'topic_untranslated'];
  expect(problemCodes.filter((code) => !shown.has(code) && !severalFiles.includes(code))).toEqual([]);
});
