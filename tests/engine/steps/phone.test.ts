import { expect, test } from 'vitest';
import type { PhoneStep } from '../../../engine/model.ts';
import { checkAnswer } from '../../../engine/run/answer.ts';
import { redactedPatterns } from '../../../engine/run/steps/all.ts';
import { rulesOf } from '../../../engine/run/steps/index.ts';
import { readPhone } from '../../../web/quiz/fields/read-phone.ts';
import { changed, expectProblem, expectValid, withFiles } from '../author/harness.ts';

test.each([
  ['+34 600 12-34.56', undefined, '+34600123456'],
  ['0034 600 123 456', undefined, '+34600123456'],
  ['600 123 456', undefined, '600123456'],
  ['600 123 456', 34, '+34600123456'],
  ['+44 (0)20 7183 8750', 34, '+442071838750'],
  ['020 7183 8750', 44, '+442071838750'],
  ['06 6982', 39, '+39066982'],
  ['1 (202) 555-0147', 1, '+12025550147'],
  ['(202) 555‑0147', 1, '+12025550147'],
  ['＋３４ 600123456', undefined, '+34600123456'],
  ['', 34, ''],
  ['call me', 34, 'call me'],
])('what is typed as "%s" with the country code %s is read as %s', (written, countryCode, read) => {
  expect(readPhone(written, countryCode)).toBe(read);
});

const files = (step: string, words = '{ title: Your number? }') =>
  withFiles(
    changed('sleep.yaml', 'type: email', step),
    changed('sleep.en.yaml', '{ title: Your address? }', words),
    changed('sleep.es.yaml', '{ title: ¿Tu correo? }', words),
  );
const stepOf = (...written: Parameters<typeof files>) => {
  const [built] = expectValid(files(...written));
  return built!.funnel.steps.find(({ id }) => id === 'contact') as PhoneStep;
};

test('a number has 8 to 15 digits with its country code, and only its placeholder leaves the browser', () => {
  const step = stepOf('type: phone\n    country_code: +34');
  expect(step).toMatchObject({ type: 'phone', required: true, countryCode: 34 });
  const problems = ['+34600123456', '+3460012', '+3460012345678901', '+0600123456', '600123456', '', 7].map((value) =>
    checkAnswer(step, value),
  );
  const wrong = 'not_a_phone';
  expect(problems).toEqual([null, wrong, wrong, wrong, wrong, 'required', 'wrong_type']);
  const sent = String(rulesOf(step).question!.redact(step, '+34600123456'));
  expect(sent).toBe('+12025550100');
  expect(checkAnswer(step, sent)).toBeNull();
  expect(redactedPatterns.some((pattern) => new RegExp(`^${pattern}$`).test(sent))).toBe(true);
});

test('it may be a lead, which needs a consent', () => {
  const lead = 'type: phone\n    lead: { with: [hours] }';
  expect(stepOf(lead, '{ title: Your number?, consent: We call you. }').lead).toEqual(['hours']);
  const consent = changed('sleep.en.yaml', 'Your address? }', 'Your number?, consent: We call you. }');
  const lacking = files(lead).map((file) => (file.name === consent.name ? consent : file));
  expectProblem(lacking, 'text_missing', 26, 3);
});

const outcome = (title: string) => `{ title: ${title}, summary: ${title}, points: [Rest] }`;

test('conditions may ask whether there is a number, and which: both are proved', () => {
  const flow = `funnel: sleep
path: /sleep
storage_key: wizardSleep
locales: [en]
steps:
  - { id: number, type: phone, required: false }
  - { id: ours, type: info, show_if: answered(number) and number == "+34600123456" }
outcomes:
  reached: { when: answered(number), topics: [wind-down] }
  unknown: { else: true, topics: [wind-down] }
finish: results
`;
  const words = `funnel: { name: Sleep, description: Sleep }
steps: { number: { title: Your number? }, ours: { title: 'You are {{number}}' } }
outcomes: { reached: ${outcome('Reached')}, unknown: ${outcome('Unknown')} }
`;
  const [built] = expectValid([
    { name: 'sleep.yaml', text: flow },
    { name: 'sleep.en.yaml', text: words },
  ]);
  expect(built!.funnel.steps[0]).toMatchObject({ fewest: 0, most: 1 });
});
