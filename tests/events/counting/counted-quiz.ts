import { buildFunnel, is } from '../../engine/run/build-funnel.ts';

/** A quiz with all that is counted: branches, a step that some skip, numbers, several choices, an experiment. */
export const quiz = buildFunnel({
  id: 'counted',
  version: 'c0c0c0c0c0c0c0c0',
  locales: ['en', 'es'],
  goals: { start: 'started', finish: 'done' },
  experiments: [{ name: 'proof', variants: ['plain', 'doctors'].map((name) => ({ name, weight: 1 })) }],
  conditions: {
    badly: is('sleep', 'badly'),
    doctors: {
      kind: 'binary',
      operator: '==',
      left: { kind: 'variant', experiment: 'proof' },
      right: { kind: 'literal', value: 'doctors' },
    },
  },
  steps: [
    { id: 'welcome', type: 'intro' },
    {
      id: 'sleep',
      type: 'single_choice',
      options: ['well', 'badly'],
      goal: 'second',
      next: [{ when: 'badly', to: 'hours' }, { to: 'help' }],
    },
    { id: 'hours', type: 'number', min: 0, max: 12 },
    { id: 'proof', type: 'info', showIf: 'doctors' },
    { id: 'help', type: 'multiple_choice', options: ['rest', 'walks', 'talks'] },
    { id: 'age', type: 'number', min: 18, max: 99 },
    { id: 'name', type: 'text', required: false },
    { id: 'making', type: 'loader' },
  ],
  outcomes: [
    { id: 'sleepless', when: 'badly', topics: ['rest'] },
    { id: 'fine', topics: ['rest'] },
  ],
});
