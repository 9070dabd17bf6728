import { expect, test } from 'vitest';
import type { SourceFile } from '../../../engine/author/build.ts';
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
