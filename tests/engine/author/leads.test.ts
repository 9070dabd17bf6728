import { expect, test } from 'vitest';
import type { EmailStep } from '../../../engine/model.ts';
import { changed, expectProblem, expectValid, withFiles } from './harness.ts';

const lead = (terms: string) => changed('sleep.yaml', 'type: email', `type: email\n    lead: ${terms}`);
const english = changed(
  'sleep.en.yaml',
  '{ title: Your address? }',
  '{ title: Your address?, consent: We write to you. }',
);
const spanish = changed('sleep.es.yaml', '{ title: ¿Tu correo? }', '{ title: ¿Tu correo?, consent: Te escribimos. }');
const files = (terms: string) => withFiles(lead(terms), english, spanish);
const contactOf = (terms: string) => {
  const [built] = expectValid(files(terms));
  const step = built!.funnel.steps.find(({ id }) => id === 'contact') as EmailStep;
  return { built: built!, step };
};

test('an email step says what goes along with its lead, and its screen shows the consent', () => {
  const { built, step } = contactOf('{ with: [trouble, hours] }');
  expect(step.lead).toEqual(['trouble', 'hours']);
  expect(built.words['es']!.steps['contact']!.consent).toBe('Te escribimos.');
  expect(contactOf('true').step.lead).toEqual([]);
});

test('what is no lead is compiled as ever', () => {
  const [built] = expectValid(withFiles());
  expect(built!.funnel.steps.find(({ id }) => id === 'contact')).not.toHaveProperty('lead');
});

test('a lead needs a consent in each locale, and a consent needs a lead', () => {
  const { message } = expectProblem(withFiles(lead('true'), english), 'text_missing', 26, 3);
  expect(message).toBe('The step "contact" has no consent in es.');
  const { hint } = expectProblem(withFiles(english), 'text_misfit', 26, 36);
  expect(hint).toBe('consent is for consent steps, and email steps with lead: true, and phone steps with lead: true.');
});

test('what goes along is an answer that is asked before', () => {
  const misspelt = expectProblem(files('{ with: [troubel] }'), 'unknown_name', 46, 20);
  expect(misspelt.hint).toBe('Did you mean "trouble"?');
  const self = expectProblem(files('{ with: [contact] }'), 'lead_too_early', 46, 20);
  expect(self.message).toBe('"contact" is this very answer.');
});
