import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../engine/problem.ts';
import type { Answers, FunnelData, Locale, ValueFormat } from '../../../engine/model.ts';
import { formatValue } from '../../../engine/run/recall.ts';
import { toResult } from '../../../engine/run/result.ts';
import { tableOf } from '../../../engine/author/coverage/coverage.ts';
import { printText } from '../../../engine/author/diff/compare-parts.ts';
import { readFunnel } from '../author/coverage/funnels.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('plurals');
const [{ funnel, words }] = funnels as [(typeof funnels)[number]];
const dataIn = (locale: Locale): FunnelData => ({ funnel, words: words[locale]! });

test('texts with plural forms have no problem, and all is decided', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
});

const number = (value: unknown, locale: string, decimals = 0) =>
  Number(value).toLocaleString(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, 1),
  });

const models = {
  en: ({ hours, kids, why, steps, s, naps }: Answers) => {
    const said = (value: unknown, one: string, other: string) => `${number(value, 'en')} ${value === 1 ? one : other}`;
    return {
      summary: `You lack ${said(8 - Number(hours), 'hour', 'hours')}, ${said((why as string[]).length, 'worry', 'worries')}.`,
      points: [
        kids === 0 ? 'No children' : said(kids, 'child', 'children'),
        `For ${number(Number(kids) / 2, 'en', 2)} coins`,
        `${said(steps, 'step', 'steps')}, ${said(s === 'a' ? 1 : 2, 'point', 'points')}`,
        naps === undefined ? 'No naps' : said(naps, 'nap', 'naps'),
      ],
    };
  },
  es: ({ hours, kids, why, steps, s, naps }: Answers) => {
    const said = (value: unknown, one: string, other: string) => `${number(value, 'es')} ${value === 1 ? one : other}`;
    const lack = 8 - Number(hours);
    return {
      summary: `Te falta${lack === 1 ? '' : 'n'} ${said(lack, 'hora', 'horas')}, ${said((why as string[]).length, 'motivo', 'motivos')}.`,
      points: [
        kids === 0 ? 'Sin hijos' : said(kids, 'hijo', 'hijos'),
        `Por ${number(Number(kids) / 2, 'es', 2)} moneda${kids === 2 ? '' : 's'}`,
        `${said(steps, 'paso', Number(steps) > 0 ? 'de pasos' : 'pasos')}, ${said(s === 'a' ? 1 : 2, 'punto', 'puntos')}`,
        naps === undefined ? 'Sin siestas' : said(naps, 'siesta', 'siestas'),
      ],
    };
  },
};

test.each(['en', 'es'] as const)('in %s each of three hundred visitors reads the words for their numbers', (locale) => {
  const seen = new Set<string>();
  for (const { answers } of visitsOf(funnels[0]!, 300, locale)) {
    const { summary, points } = toResult(dataIn(locale), answers)!;
    expect({ summary, points }).toEqual(models[locale](answers));
    for (const point of points) seen.add(JSON.stringify(point));
  }
  expect(seen.size).toBeGreaterThan(15);
});

test.each([
  ['en', { 0: 'other', 1: 'one', 1.5: 'other', 2: 'other' }, {}],
  ['en', { 1: 'other', 2: 'other' }, { minimumFractionDigits: 1, maximumFractionDigits: 1 }],
  ['en', { 1.4: 'one', 0.6: 'one', 1.5: 'other' }, { maximumFractionDigits: 0 }],
  ['pl', { 1: 'one', 2: 'few', 5: 'many', 22: 'few', 112: 'many', 1.5: 'other' }, {}],
  ['ar', { 0: 'zero', 1: 'one', 2: 'two', 3: 'few', 11: 'many', 100: 'other' }, {}],
])('the number as it is written has the form of its language: %s %j %j', (locale, forms, digits) => {
  const each = Object.fromEntries(['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => [form, form]));
  const format: ValueFormat = { ...digits, rare: { kind: 'plural', forms: each } };
  for (const [value, form] of Object.entries(forms)) expect(formatValue(Number(value), format, locale)).toBe(form);
});

test('a form that a browser knows and the words do not is said as "other"', () => {
  const format: ValueFormat = { rare: { kind: 'plural', forms: { one: '# hora', other: '# horas' } } };
  expect(formatValue(1e6, format, 'es')).toBe('1.000.000 horas');
});

test.each([
  [
    'en',
    'one {# nap} other {# naps}',
    'one {# nap}',
    'plural_forms',
    'The plural form "other" is missing in en: 2 has it.',
  ],
  [
    'en',
    'one {# nap} other {# naps}',
    'other {# naps}',
    'plural_forms',
    'The plural form "one" is missing in en: 1 has it.',
  ],
  ['en', 'one {# nap} other {# naps}', '=1 {A nap} other {# naps}', undefined, undefined],
  ['en', 'other {# coins}', 'one {# coin} other {# coins}', undefined, undefined],
  ['es', 'many {# de pasos} ', '', 'plural_forms', 'The plural form "many" is missing in es: 1.000.000 has it.'],
  ['es', 'other {# siestas}', 'other {# siestas} few {}', 'plural_forms', '"few" is no plural form in es.'],
  ['en', '{{naps, plural,', '{{nap, plural,', 'recall_unknown', 'There is no answer or variable called "nap".'],
  ['en', '# naps}|No naps', '# naps}', 'recall_missing', undefined],
  ['en', 'one {a child}', 'one {kids}', undefined, undefined],
])('in %s, %s → %s is %s', (locale, from, to, code, message) => {
  const change = (text: string) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };
  const { problems: told } = buildCase('plurals', change, undefined, `.${locale}`);
  expect(told.map((problem) => problem.code)).toEqual(code === undefined ? [] : [code]);
  if (message !== undefined) expect(told[0]?.message).toBe(message);
});

test('the code for them is loaded by funnels that have such texts, and by no others', () => {
  expect(['en', 'es'].map((locale) => words[locale]!.rare)).toEqual([true, true]);
  expect(Object.values(buildCase('mean-na').funnels[0]!.words).map(({ rare }) => rare)).toEqual([undefined, undefined]);
});

test('translators are told what to write, and reports of changes show the forms', () => {
  const { flow, words: read } = readFunnel(
    ['', '.en', '.es'].map((part) => {
      const name = `plurals${part}.yaml`;
      return { name, text: readFileSync(`tests/cases/${name}`, 'utf8') };
    }),
  );
  const notes = tableOf(flow, read).rows.flatMap(({ texts, note }) => (texts[0]?.includes('No naps') ? [note] : []));
  expect(notes).toEqual([
    "Keep {{naps, plural, …|…}}: the visitor's own answer stands there. Write a text for each plural form of the " +
      'language: # is the number. Translate what is after the |.',
  ]);
  expect(printText(words['en']!.outcomes['only']!.points![3]!)).toBe(
    '“{{naps, plural, one {# nap} other {# naps}|No naps}}”',
  );
});
