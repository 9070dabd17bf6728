import { expect, test } from 'vitest';
import { describeVerdict, renderInterval } from '../../../api/reports/page/experiments.ts';
import { createNumbers } from '../../../api/reports/page/paper.ts';
import { en } from '../../../api/reports/page/words/en.ts';
import { es } from '../../../api/reports/page/words/es.ts';
import type { ConversionReport } from '../../../api/reports/statistics/experiments.ts';
import { sampleExperiment } from './sample-report.ts';

const [finished, signUp, purchase] = sampleExperiment('proof').conversions as [
  ConversionReport,
  ConversionReport,
  ConversionReport,
];
const inEnglish = (conversion: ConversionReport) => describeVerdict(conversion, en, createNumbers('en', en));

test('a difference names who does better, whichever of the variants it is', () => {
  expect(inEnglish(finished)).toBe('There is a difference: “bold” does better than “plain”.');
  const worse = finished.variants.map((each) => ({ ...each, rate: each.name === 'bold' ? 0.01 : each.rate }));
  expect(inEnglish({ ...finished, variants: worse })).toBe('There is a difference: “plain” does better than “bold”.');
});

test('of several variants the one that differs most clearly is named', () => {
  const third = { ...finished.variants[1]!, name: 'loud', p: 0.000001, rate: 0.5 };
  expect(inEnglish({ ...finished, variants: [...finished.variants, third] })).toContain(
    '“loud” does better than “plain”',
  );
});

test('a sample that is too small says how many visitors it takes and how many the smallest variant has', () => {
  expect(inEnglish(signUp)).toContain(
    'it takes up to about 14,700 visitors in each variant, and the smallest has 4,600',
  );
  expect(describeVerdict(signUp, es, createNumbers('es', es))).toContain('hacen falta hasta unos 14.700 visitantes');
  expect(inEnglish(purchase)).toBe('Too early to tell: no visitor has got this far yet.');
});

test('what is still open with more visitors than it most likely takes says so', () => {
  expect(inEnglish({ ...signUp, neededVisitors: 4_600 })).toMatch(/^Still open:/);
});

test('a difference that is worth nothing is said to be none', () => {
  expect(inEnglish({ ...finished, verdict: 'no_difference' })).toMatch(/^No difference worth acting on/);
});

test('how much better a variant is has a sign, and is left out where hardly anything is known', () => {
  const { lift } = createNumbers('en', en);
  expect([lift([-0.0212, 0.154]), lift([-0.99, 4000])]).toEqual(['-2.1% / +15.4%', '–']);
});

test('what is nearly sure is not called certain, and what is not known is a dash', () => {
  const { chance, p, share, time } = createNumbers('en', en);
  expect([chance(1), chance(0), chance(0.973)]).toEqual(['> 99.9%', '< 0.1%', '97.3%']);
  expect([p(0.00002), p(0.0341)]).toEqual(['< 0.001', '0.034']);
  expect([share(0, 0), share(1, 3)]).toEqual(['–', '33.3%']);
  expect([time(undefined), time(3.25), time(42.4), time(125)]).toEqual(['–', '3.3 s', '42 s', '2 min 5 s']);
});

test('intervals lie on one scale, from the lowest of them to the highest', () => {
  const drawn = renderInterval({ interval: [0.2, 0.3], rate: 0.25, scale: [0.2, 0.4] }).markup;
  expect(drawn).toContain('class="fill" x1="2%" x2="50%"');
  expect(drawn).toContain('class="mark" x1="26%" x2="26%"');
  expect(renderInterval({ interval: [0, 0], rate: 0, scale: [0, 0] }).markup).not.toContain('NaN');
});
