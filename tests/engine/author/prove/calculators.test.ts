import { expect, test } from 'vitest';
import { build } from '../harness.ts';

/** Calculators of whose answers there are too many to be tried one by one; what they conclude is decided all the same. */
const calculators: Readonly<Record<string, { flow: string; shown: string }>> = {
  'a discount to the cent, rounded in two ways': {
    shown: 'saved',
    flow: `
variables:
  saved: { value: price * 0.15, format: { money: EUR } }
  rounded: { value: 'round(saved, 2)' }
  down: { value: floor(saved * 100) / 100 }
steps:
  - { id: price, type: number, input: field, min: 0, max: 1000, step: 0.01 }
outcomes:
  up: { when: rounded > down }
  down: { when: down == round(saved * 100) / 100 and price > 0 }
  free: { else: true }`,
  },
  'a mortgage by price, deposit, rate, years and income': {
    shown: 'monthly',
    flow: `
variables:
  loan: { value: price - deposit }
  months: { value: years * 12 }
  monthly:
    value: if(rate > 0, loan * (rate / 1200) / (1 - (1 + rate / 1200) ^ (0 - months)), loan / months)
    format: { money: EUR }
  share: { value: monthly / income }
steps:
  - { id: price, type: number, input: field, min: 50000, max: 2000000, step: 1000 }
  - { id: deposit, type: number, input: field, min: 0, max: 500000, step: 1000 }
  - { id: rate, type: number, input: field, min: 0, max: 12, step: 0.05 }
  - { id: years, type: number, input: slider, min: 5, max: 40, unit: years }
  - { id: income, type: number, input: field, min: 500, max: 20000, step: 10 }
outcomes:
  no_loan: { when: loan <= 0 }
  too_little: { when: loan / price > 0.95 }
  refused: { when: share > 0.45 }
  tight: { when: share > 0.35 }
  easy: { else: true }`,
  },
  'a body mass index by kilograms or pounds, centimeters or feet and inches, with sex and age': {
    shown: 'bmi',
    flow: `
variables:
  kg: { value: 'if(system == "metric", weight_kg, weight_lb * 0.45359237)' }
  m: { value: 'if(system == "metric", height_cm / 100, (feet * 12 + inches) * 0.0254)' }
  bmi: { value: kg / m ^ 2 }
steps:
  - { id: sex, type: single_choice, options: { female: {}, male: {} } }
  - { id: age, type: number, input: field, min: 18, max: 99 }
  - { id: system, type: single_choice, options: { metric: {}, imperial: { next: weight_lb } } }
  - { id: weight_kg, type: number, input: field, min: 30, max: 250, step: 0.1 }
  - { id: height_cm, type: number, input: field, min: 120, max: 220, next: finish }
  - { id: weight_lb, type: number, input: field, min: 66, max: 550 }
  - { id: feet, type: number, input: field, min: 4, max: 7 }
  - { id: inches, type: number, input: slider, min: 0, max: 11 }
outcomes:
  under: { when: bmi < 18.5 }
  normal_of_a_woman: { when: sex == "female" and bmi < 25 }
  normal_of_a_man: { when: sex == "male" and bmi < 26 }
  older: { when: age >= 65 and bmi < 30 }
  over: { when: bmi < 30 }
  obese: { else: true }`,
  },
  'a stay between two days, and what it costs a day': {
    shown: 'stay',
    flow: `
variables:
  stay: { value: back - there }
  daily: { value: budget / (stay * people) }
steps:
  - { id: there, type: date, min: 0, max: 700 }
  - { id: back, type: date, min: 0, max: 900 }
  - { id: people, type: number, input: field, min: 1, max: 12 }
  - { id: budget, type: number, input: field, min: 100, max: 20000, step: 10 }
outcomes:
  wrong: { when: stay < 1 }
  long: { when: stay > 90 }
  last_minute: { when: there - today < 14 and daily < 50 }
  cheap: { when: daily < 50 }
  rich: { else: true }`,
  },
};

test.each(Object.entries(calculators))('%s', (_name, { flow, shown }) => {
  const { problems, warnings } = build([
    { name: 'calculator.yaml', text: `${head}${flow}\nfinish: results\n` },
    { name: 'calculator.en.yaml', text: wordsOf(flow, shown) },
  ]);
  expect(problems).toEqual([]);
  expect(warnings).toEqual([]);
});

const head = 'funnel: calculator\npath: /calculator\nstorage_key: wizardCalculator\nlocales: [en]';

/** A title for every step, and the value in every outcome. */
function wordsOf(flow: string, shown: string): string {
  const [steps, outcomes] = flow.slice(flow.indexOf('steps:')).split('outcomes:') as [string, string];
  const stepWords = [...steps.matchAll(/id: (\w+)(?:.*options: (\{.*\}) \})?/g)].map(([, id, options]) => {
    const keys = [...(options ?? '').matchAll(/(\w+): \{/g)].map(([, key]) => `${key}: ${key}`);
    return `  ${id}: { title: ${id}${keys.length > 0 ? `, options: { ${keys.join(', ')} }` : ''} }`;
  });
  const outcomeWords = [...outcomes.matchAll(/^ {2}(\w+):/gm)].map(
    ([, id]) => `  ${id}: { title: ${id}, summary: 'It is {{${shown}}}.' }`,
  );
  return ['funnel: { name: C, description: C }', 'steps:', ...stepWords, 'outcomes:', ...outcomeWords, ''].join('\n');
}
