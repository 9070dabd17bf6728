import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../engine/problem.ts';
import { checkAnswer, redactAnswer } from '../../../engine/run/answer.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { exampleOutcomes } from '../../../engine/author/prove/describe-visits.ts';
import { isRare } from '../../../engine/run/steps/index.ts';
import { runs } from '../author/runs.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('text-contains');
const { funnel } = funnels[0]!;
const step = funnel.steps[0]!;

const plain = (text: string) => text.toLowerCase().replaceAll('ñ', 'n');
function expected(why: string | undefined): string {
  const [noise, children] = ['noise', 'ninos'].map((word) => plain(why ?? '').includes(word));
  if (noise && children) return 'both';
  if (noise) return 'noise';
  if (children) return 'children';
  return why === undefined ? 'silent' : 'rest';
}
const outcomeOf = (why?: string) => {
  const check = checkAnswers(funnel, why === undefined ? {} : { why });
  return check.ok && check.outcome;
};

test('a funnel that looks for words has no problem, and both can be in a text', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
  expect([...exampleOutcomes(funnel).keys()].toSorted()).toEqual(['both', 'children', 'noise', 'rest', 'silent']);
  expect(isRare({ funnel, words: funnels[0]!.words['en']! })).toBe(true);
});

const word = fc.constantFrom(
  'noise',
  'NOISE',
  'noisé',
  'niños',
  'NINOS',
  'nino',
  'no',
  'ise',
  'los ',
  ' ',
  ', ',
  'calm',
);
const written = fc
  .array(word, { minLength: 1, maxLength: 8 })
  .map((words) => words.join(''))
  .filter((text) => text.trim() !== '' && text.length <= 60);

test('no case and no accent makes a difference, and what is sent comes to the same and says nothing else', () => {
  fc.assert(
    fc.property(written, (why) => {
      const accents = why.replaceAll('é', 'e');
      expect(outcomeOf(why)).toBe(expected(accents));
      const sent = redactAnswer(step, why);
      expect(sent).toMatch(/^•(?:, (?:ninos|noise))*$/);
      expect(outcomeOf(String(sent))).toBe(expected(accents));
      expect(redactAnswer(step, sent)).toBe(sent);
    }),
    { numRuns: runs(300) },
  );
});

test('what is sent is taken again where it is longer than the visitor may write', () => {
  const short = { ...step, maxLength: 6 };
  expect(checkAnswer(short, redactAnswer(short, 'noise'))).toBeNull();
  expect(checkAnswer(short, 'a noise')).toBe('too_long');
});

test('visitors by chance come to each outcome, and the server to the same', () => {
  const visits = visitsOf(funnels[0]!, 400);
  for (const { answers, outcome, reported } of visits) {
    expect(outcome).toBe(expected(answers['why'] as string | undefined));
    expect(reported).toBe(outcome);
  }
  expect(new Set(visits.map(({ outcome }) => outcome)).size).toBe(5);
});

const nine = 'abcdefghi'
  .split('')
  .map((letter) => `contains(why, "${letter}")`)
  .join(' or ');
test.each([
  ['and contains(why, "noise")\' }', 'and contains(why, "")\' }', 'wrong_arguments'],
  ['and contains(why, "noise")\' }', 'and contains(why, "a, b")\' }', 'wrong_arguments'],
  ['and contains(why, "noise")\' }', "and contains(why)' }", 'wrong_arguments'],
  ['and contains(why, "noise")\' }', "and contains(why, why)' }", 'wrong_arguments'],
  ['type: text, required: false, max_length: 60', 'type: email, required: false', 'type_mismatch'],
  ['max_length: 60', 'max_length: 8', 'wrong_arguments'],
  ['and contains(why, "noise")\' }', `and (${nine})' }`, 'too_many'],
  ['contains(why, "niños")\'', 'not contains(why, "noise")\'', 'outcome_unreachable'],
])('%s → %s is %s, told once', (from, to, code) => {
  const { problems: told } = buildCase('text-contains', (text) => text.replace(from, to));
  expect([...new Set(told.map((problem) => problem.code))]).toEqual([code]);
});
