import { describe, expect, test } from 'vitest';
import type { SourceFile } from '../../../engine/author/build.ts';
import type { BuiltFunnel } from '../../../engine/model.ts';
import { toResult } from '../../../engine/run/result.ts';
import { build, changed, expectValid, problemTexts, withFiles } from './harness.ts';

const topics = '    topics: [deep-sleep, wind-down]\n';
const gentle = (lines: string) => changed('sleep.yaml', topics, lines);
const gentleWords = (locale: 'en' | 'es', line: string) => {
  const title = { en: '    title: Your nights are fine\n', es: '    title: Tus noches van bien\n' }[locale];
  return changed(`sleep.${locale}.yaml`, title, `${title}    ${line}\n`);
};
const compiled = (...files: readonly SourceFile[]) => expectValid(withFiles(...files))[0]!;

test('an outcome without topics ends as a message, and so does one whose funnel ends with plans', () => {
  const plain = compiled(gentle(''));
  expect(plain.funnel.outcomes[1]).toEqual({ id: 'gentle', topics: [] });
  const { name, text } = gentle('');
  expect(compiled({ name, text: `${text}ending: plan\n` }).funnel.outcomes[1]).toEqual({ id: 'gentle', topics: [] });
});

test('the ending of the funnel is that of the outcomes that have none of their own', () => {
  const { name, text } = gentle(`${topics}    ending: registration\n`);
  const { funnel } = compiled({ name, text: `${text}ending: message\nhide: [facts]\n` });
  expect(funnel.outcomes.map(({ ending }) => ending)).toEqual(['message', 'registration']);
  expect(funnel.outcomes.map(({ hides }) => hides)).toEqual([['facts'], ['facts']]);
});

test('an address needs a button in every language, and a message has none', () => {
  const atNumber = gentle(`${topics}    ending: tel:988\n`);
  expect(problemTexts(build(withFiles(atNumber, gentleWords('en', 'button: Call'))).problems)).toEqual([
    expect.stringMatching(/^text_missing \d+:3$/),
  ]);
  const { words } = compiled(atNumber, gentleWords('en', 'button: Call'), gentleWords('es', 'button: Llamar'));
  expect(words['es']?.outcomes['gentle']?.site).toEqual({ button: 'Llamar' });
  const message = build(withFiles(gentle('    ending: message\n'), gentleWords('en', 'button: Call'))).problems;
  expect(problemTexts(message)).toEqual([expect.stringMatching(/^text_misfit \d+:5$/)]);
});

describe('an address that differs by language', () => {
  const buttons = [gentleWords('en', 'button: Call'), gentleWords('es', 'button: Llamar')];
  const ending = (line: string) => withFiles(gentle(`${topics}    ending: ${line}\n`), ...buttons);

  test('leads each reader to their own', () => {
    const [{ funnel, words }] = expectValid(ending('{ en: tel:988, es: tel:024 }')) as [BuiltFunnel];
    const answers = { trouble: 'falling_asleep', habits: ['neither'], hours: 8, firstName: 'Ada', contact: 'a@b.org' };
    const endings = ['en', 'es'].map((locale) => toResult({ funnel, words: words[locale]! }, answers)?.ending);
    expect(endings).toEqual(['tel:988', 'tel:024']);
  });

  test.each([
    ['{ en: tel:988 }', 'text_missing'],
    ['{ en: tel:988, es: tel:024, fr: tel:3114 }', 'text_for_nothing'],
    ['{ en: tel:988, es: message }', 'unknown_value'],
    ['{ en: tel:988, es: https://example.com }', 'link_refused'],
    ['{ en: tel:988, es: 24 }', 'unquoted_value'],
  ])('%s is one problem', (line, code) => {
    expect(build(ending(line)).problems.map((problem) => problem.code)).toEqual([code]);
  });
});
