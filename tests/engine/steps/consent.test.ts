import { expect, test } from 'vitest';
import type { ConsentStep } from '../../../engine/model.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { build, expectProblem, expectValid } from '../author/harness.ts';

const outcome = (title: string) => `{ title: ${title}, summary: '{{tips}} ${title}', points: [Rest] }`;
const files = (
  step: string,
  when = 'tips == "yes"',
  consent = ', consent: "I read the [terms](/terms-of-service)."',
) => [
  {
    name: 'sleep.yaml',
    text: `funnel: sleep
path: /sleep
storage_key: wizardSleep
locales: [en]
steps:
  - ${step}
outcomes:
  agreed: { when: '${when}', topics: [wind-down] }
  other: { else: true, topics: [wind-down] }
finish: results
`,
  },
  {
    name: 'sleep.en.yaml',
    text: `funnel: { name: Sleep, description: Sleep }
steps: { tips: { title: Before we go on${consent} } }
outcomes: { agreed: ${outcome('Agreed')}, other: ${outcome('Other')} }
`,
  },
];
const free = '{ id: tips, type: consent, required: false }';

test('a box that may stay empty answers yes or no, and conditions are proved over both', () => {
  const [built] = expectValid(files(free));
  const outcomeOf = (tips: unknown) => {
    const check = checkAnswers(built!.funnel, { tips });
    return check.ok ? check.outcome : check.problems[0]!.code;
  };
  expect(['yes', 'no', '', 'maybe', true].map(outcomeOf)).toEqual([
    'agreed',
    'other',
    'required',
    'unknown_option',
    'wrong_type',
  ]);
  expect(built!.words['en']!.steps['tips']!.consent).toMatchObject({ tag: 'span' });
});

test('one that must be ticked is never answered with no: what waits for that is a problem', () => {
  const { problems } = build(files('{ id: tips, type: consent }'));
  expect(problems.map(({ code }) => code)).toEqual(['always_true']);
  const [built] = expectValid(files('{ id: tips, type: consent }', 'tips == "yes" and query.x == "1"').map(withQuery));
  expect((built!.funnel.steps[0] as ConsentStep).options).toEqual([{ key: 'yes' }]);
  expect(checkAnswers(built!.funnel, { tips: 'no' })).toMatchObject({ ok: false, problems: [{ code: 'required' }] });
});

const withQuery = (file: { readonly name: string; readonly text: string }) => ({
  ...file,
  text: file.text.replace('locales: [en]', 'locales: [en]\nhidden_fields: [x]'),
});

test('it needs its words, and has no other answers', () => {
  const { message } = expectProblem(files(free, 'tips == "yes"', ''), 'text_missing', 2, 10);
  expect(message).toBe('The step "tips" has no consent in en.');
  expectProblem(files(free, 'tips == "maybe"'), 'unknown_option', 8, 28);
});
