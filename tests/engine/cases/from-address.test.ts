import { expect, test } from 'vitest';
import { formatProblem } from '../../../engine/problem.ts';
import type { FunnelData, Screen, ShownText, VisitEvent, VisitInput } from '../../../engine/model.ts';
import { buildFunnels } from '../../../engine/author/build.ts';
import { compareFunnels } from '../../../engine/author/diff/compare-funnels.ts';
import { withAddress } from '../../../engine/run/address.ts';
import { createFunnelMachine, take } from '../../../engine/run/machine.ts';
import { plainText } from '../../../engine/run/plain-text.ts';
import { readHiddenFields } from '../../../engine/run/query.ts';
import { toResult } from '../../../engine/run/result.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { isRare } from '../../../engine/run/steps/index.ts';
import { initialTransition } from 'xstate';
import { readCatalogs, readFunnelFiles } from '../../../scripts/build/load-site.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('from-address');
const [built] = funnels as [(typeof funnels)[number]];
const { funnel, words } = built;
type Locale = 'en' | 'es';
const dataIn = (locale: Locale): FunnelData => ({ funnel, words: words[locale]! });

/** The screen after these events, for a visitor with this address. */
function screenAfter(data: FunnelData, events: readonly VisitEvent[], input: VisitInput = {}): Screen {
  const machine = createFunnelMachine(funnel);
  let [snapshot] = initialTransition(machine, input);
  for (const event of events) snapshot = take(machine, snapshot, event)!;
  return toScreen(data, snapshot)!;
}

const read = (text: ShownText) => plainText(text);

test('texts and fields from the address have no problem', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
});

test.each([
  ['en', 'plain', 'How do you sleep, Ana?', 'With Kim at your side.', 'Ana are no wrong answers.', 'Begin with Kim'],
  [
    'en',
    'bold',
    'Ana, every week you lose a night',
    'With Kim at your side.',
    'Ana are no wrong answers.',
    'Begin with Kim',
  ],
  ['es', 'plain', 'Ana, ¿cómo duermes?', 'Con Kim a tu lado.', 'Ana: no hay respuestas malas.', 'Empezar con Kim'],
  [
    'es',
    'bold',
    'Ana, cada semana pierdes una noche',
    'Con Kim a tu lado.',
    'Ana: no hay respuestas malas.',
    'Empezar con Kim',
  ],
] as const)('in %s with “%s” all texts say what the address does, marked ones too', (locale, opening, ...texts) => {
  const data = withAddress(dataIn(locale), { first_name: 'Ana', coach: 'Kim' });
  const { title, subtitle, body, button } = screenAfter(data, [], { variants: { opening } });
  expect([title, subtitle!, body[1]!, button!].map(read)).toEqual(texts);
});

test('without a value, and with one that is no name, texts say what stands after the |', () => {
  for (const values of [{}, { first_name: '<b>Ana</b>' }, { first_name: '{{name}}', coach: '\u202E' }]) {
    const { title, subtitle } = screenAfter(withAddress(dataIn('en'), values), []);
    expect(read(title)).toBe('How do you sleep, friend?');
    expect(read(subtitle!)).toBe('With one of our coaches at your side.');
  }
  expect(read(screenAfter(dataIn('en'), []).title)).toBe('How do you sleep, friend?');
});

test('a value stands between marks of its direction, as what people write does', () => {
  const { title } = screenAfter(withAddress(dataIn('en'), { first_name: 'محمد' }), []);
  expect(title).toBe('How do you sleep, \u2068محمد\u2069?');
});

test('results say them too', () => {
  const answers = { wake: 'tired', name: 'Annie' };
  const result = toResult(withAddress(dataIn('es'), { first_name: 'Ana', coach: 'Kim' }), answers)!;
  expect([result.title, result.summary].map(read)).toEqual(['Ana, puedes dormir mejor', 'Pregunta a Kim.']);
});

const toName: readonly VisitEvent[] = [{ type: 'NEXT' }, { type: 'ANSWER', value: 'tired' }];
const toContact: readonly VisitEvent[] = [...toName, { type: 'ANSWER', value: 'Annie' }];

const begins = (values: Record<string, string>, events: readonly VisitEvent[]) =>
  (screenAfter(withAddress(dataIn('en'), values), events) as { readonly answer?: string }).answer;

test('a field begins with a value that the step takes, and with no other', () => {
  expect(begins({ first_name: 'ACME 3000' }, toName)).toBe('ACME 3000');
  expect(begins({ first_name: ' Ana\u202E\n' }, toName)).toBe('Ana');
  expect(begins({ first_name: 'A'.repeat(21) }, toName)).toBeUndefined();
  expect(begins({ first_name: '\u202E' }, toName)).toBeUndefined();
  expect(begins({}, toName)).toBeUndefined();
  expect(begins({ email: 'ana@mail.example' }, toContact)).toBe('ana@mail.example');
  expect(begins({ email: 'ana@' }, toContact)).toBeUndefined();
});

test('it is no answer until the visitor goes on with it, and gives way to what they answer', () => {
  const data = withAddress(dataIn('en'), { first_name: 'Ana' });
  const machine = createFunnelMachine(funnel);
  let [snapshot] = initialTransition(machine, {});
  for (const event of toName) snapshot = take(machine, snapshot, event)!;
  expect(take(machine, snapshot, { type: 'NEXT' })).toBeNull();
  expect(screenAfter(data, [...toContact, { type: 'BACK' }])).toMatchObject({ answer: 'Annie' });
});

test('what is personal is no hidden field, which reports, leads and sign-ups say', () => {
  expect(funnel.hiddenFields).toEqual(['utm_source', 'coach']);
  const search = '?first_name=Ana&email=a@b.co&list=L7&utm_source=mail&coach=Kim';
  expect(readHiddenFields(funnel, search)).toEqual({ utm_source: 'mail', coach: 'Kim' });
  expect(funnel.address).toEqual({
    coach: { maxLength: 80 },
    first_name: { maxLength: 20, personal: true },
    email: { maxLength: 80, personal: true },
    list: { personal: true },
  });
});

test('browsers load the code for it with this funnel', () => {
  expect(isRare(dataIn('en'))).toBe(true);
});

test('visits by chance come to what the server reads of them', () => {
  const visits = visitsOf(built, 300);
  expect(visits.length).toBeGreaterThan(100);
  for (const { outcome, reported, answers } of visits) {
    expect(outcome).toBe(answers['wake'] === 'tired' ? 'tired' : 'fine');
    expect(reported).toBe(outcome);
  }
});

const unused = (list: string) => {
  const change = (text: string) =>
    text.replace(', lead: { with: [name] }', '').replace('list: { personal: true }', list);
  const build = buildCase('from-address', change);
  return [...build.problems, ...build.warnings].filter(({ code }) => code === 'unused').map(({ line }) => line);
};

test('a personal parameter that nothing reads is declared to be kept from others; any other is unused', () => {
  expect(unused('list: { personal: true }')).toEqual([]);
  expect(unused('list: {}')).toEqual([12]);
});

test('a change of what the address says is told', () => {
  const [other] = buildCase('from-address', (text) =>
    text.replace('max_length: 20, personal: true', 'max_length: 30').replace('prefill: query.email, ', ''),
  ).funnels as [typeof built];
  const lines = JSON.stringify(compareFunnels(built, other));
  expect(lines).toContain('query.first_name: shown up to 20 characters, personal → shown up to 30 characters');
  expect(lines).toContain('query.email: shown up to 80 characters, personal → not shown, personal');
  expect(lines).toContain('begins with: no longer');
});

const inGroup = (text: string) =>
  text.replace(/  - (\{ id: name.*)\n  - (\{ id: contact.*)/, '  - { id: who, type: group, fields: [$1, $2] }');
const withGroupWords = (text: string) => text.replace('  name: {', '  who: { title: Who }\n  name: {');

test('a field of a group begins with its value too', () => {
  const files = readFunnelFiles('tests/cases')
    .filter(({ name }) => name.includes('/from-address.'))
    .map(({ name, text }) => ({ name, text: name.endsWith('address.yaml') ? inGroup(text) : withGroupWords(text) }));
  const { funnels } = buildFunnels({ ...readCatalogs(), files, today: '2026-11-29' });
  const data = { funnel: funnels[0]!.funnel, words: funnels[0]!.words['en']! };
  let [snapshot] = initialTransition(createFunnelMachine(data.funnel), {});
  for (const event of toName) snapshot = take(createFunnelMachine(data.funnel), snapshot, event)!;
  const filled = withAddress(data, { first_name: 'Ana', email: 'a@' });
  expect(toScreen(filled, snapshot)).toMatchObject({ type: 'group', given: { name: 'Ana' } });
});
