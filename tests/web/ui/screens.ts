import type { Screen } from '../../../engine/model.ts';

const base = { body: [], progress: { current: 3, final: 16, percent: 19 }, canGoBack: true } as const;

export const evening: Extract<Screen, { type: 'single_choice' }> = {
  ...base,
  stepId: 'evening',
  type: 'single_choice',
  title: 'How was your evening?',
  options: [
    { key: 'calm', label: 'Calm', exclusive: false },
    { key: 'busy', label: 'Busy', exclusive: false },
    { key: 'late', label: 'Late', exclusive: false },
  ],
};

export const habits: Extract<Screen, { type: 'multiple_choice' }> = {
  ...base,
  stepId: 'habits',
  type: 'multiple_choice',
  title: 'What is part of your evenings?',
  choose: { min: 1, max: 2 },
  options: [
    { key: 'coffee', label: 'Coffee', exclusive: false },
    { key: 'phone', label: 'Phone', exclusive: false },
    { key: 'work', label: 'Work', exclusive: false },
    { key: 'none', label: 'None of these', exclusive: true },
  ],
};

export const age: Extract<Screen, { type: 'number' }> = {
  ...base,
  stepId: 'age',
  type: 'number',
  title: 'How old are you?',
  input: 'field',
  min: 16,
  max: 99,
  step: 1,
  unit: 'years',
};

export const weight: Extract<Screen, { type: 'number' }> = {
  ...base,
  stepId: 'weight',
  type: 'number',
  title: 'How much do you weigh?',
  input: 'field',
  min: 40,
  max: 200,
  step: 0.1,
  unit: 'kilograms',
  units: ['kilograms', 'pounds'],
  firstUnit: 'kilograms',
};

export const height: Extract<Screen, { type: 'number' }> = {
  ...base,
  stepId: 'height',
  type: 'number',
  title: 'How tall are you?',
  input: 'field',
  min: 120,
  max: 220,
  step: 1,
  unit: 'centimeters',
  units: ['centimeters', 'feet_and_inches'],
  firstUnit: 'feet_and_inches',
};

export const hours: Extract<Screen, { type: 'number' }> = {
  ...base,
  stepId: 'hours',
  type: 'number',
  title: 'How long do you sleep?',
  input: 'slider',
  min: 3,
  max: 10,
  step: 0.5,
  unit: 'hours',
};

export const ease: Extract<Screen, { type: 'number' }> = {
  ...base,
  stepId: 'ease',
  type: 'number',
  title: 'I fall asleep easily.',
  input: 'scale',
  min: 1,
  max: 5,
  step: 1,
  lowest: 'Not at all',
  highest: 'Completely',
};

export const country: Extract<Screen, { type: 'select' }> = {
  ...base,
  stepId: 'country',
  type: 'select',
  title: 'Where do you live?',
  options: [
    'Argentina',
    'Côte d’Ivoire',
    'España',
    'México',
    ...Array.from({ length: 296 }, (_, n) => `Country ${n}`),
  ].map((label, at) => ({ key: `c${at}`, label, exclusive: false })),
};

export const address: Extract<Screen, { type: 'email' }> = {
  ...base,
  stepId: 'address',
  type: 'email',
  title: 'Where may we send your plan?',
  required: true,
};

export const mobile: Extract<Screen, { type: 'phone' }> = {
  ...base,
  stepId: 'mobile',
  type: 'phone',
  title: 'Where may we call you?',
  required: true,
  countryCode: 34,
};

export const terms: Extract<Screen, { type: 'consent' }> = {
  ...base,
  stepId: 'terms',
  type: 'consent',
  title: 'Before we go on',
  required: true,
  consent: {
    tag: 'span',
    parts: ['I agree to the ', { tag: 'a', href: '/terms-of-service', parts: ['terms'] }, '.'],
  },
};

export const week: Extract<Screen, { type: 'matrix' }> = {
  ...base,
  stepId: 'week',
  type: 'matrix',
  title: 'How was your week?',
  rows: ['I was tense', 'I slept well', 'I had time for myself'].map((label, at) => ({
    key: `r${at}`,
    label,
    exclusive: false,
  })),
  columns: ['Never', 'On some days', 'Most days', 'Every day'].map((label, at) => ({
    key: `c${at}`,
    label,
    exclusive: false,
  })),
};

export const cares: Extract<Screen, { type: 'rank' }> = {
  ...base,
  stepId: 'cares',
  type: 'rank',
  title: 'What matters most to you?',
  options: ['Sleep', 'Work', 'Family', 'Money'].map((label) => ({ key: label.toLowerCase(), label, exclusive: false })),
};

export const birthday: Extract<Screen, { type: 'date' }> = {
  ...base,
  stepId: 'birthday',
  type: 'date',
  title: 'When were you born?',
  min: '1900-01-01',
  max: '2026-11-22',
};

export const bedtime: Extract<Screen, { type: 'time' }> = {
  ...base,
  stepId: 'bedtime',
  type: 'time',
  title: 'When do you go to bed?',
  min: '20:00',
  max: '04:00',
};

export const words: Extract<Screen, { type: 'text' }> = {
  ...base,
  stepId: 'words',
  type: 'text',
  title: 'Anything else?',
  required: false,
  maxLength: 200,
};

export const analysing: Extract<Screen, { type: 'loader' }> = {
  ...base,
  stepId: 'analysing',
  type: 'loader',
  title: 'Putting your plan together',
  seconds: 4,
  lines: ['Reading your answers', 'Choosing sessions'],
};

export const welcome: Screen = {
  ...base,
  stepId: 'welcome',
  type: 'intro',
  title: 'A softer day',
  progress: { current: 1, final: 16, percent: 7 },
  canGoBack: false,
};
