import type { StepValue } from '../flow.ts';
import type { StepWordsValue } from '../words/words.ts';
import type { WordsRule } from './rule.ts';

interface Fit {
  readonly fits: (step: StepValue) => boolean;
  readonly where: string;
}

/** Words that only some types of step show. The others fit every step. */
const fits: Readonly<Partial<Record<keyof StepWordsValue, Fit>>> = {
  options: {
    fits: ({ type }) => type === 'single_choice' || type === 'multiple_choice',
    where: 'single_choice and multiple_choice steps',
  },
  placeholder: {
    fits: ({ type, input }) => type === 'text' || type === 'email' || (type === 'number' && input === 'field'),
    where: 'text and email steps, and number steps with input: field',
  },
  lowest: {
    fits: ({ type, input }) => type === 'number' && input !== 'field',
    where: 'number steps with input: slider or scale',
  },
  highest: {
    fits: ({ type, input }) => type === 'number' && input !== 'field',
    where: 'number steps with input: slider or scale',
  },
  lines: { fits: ({ type }) => type === 'loader', where: 'loader steps' },
  button: {
    fits: ({ type }) => type !== 'single_choice' && type !== 'loader',
    where: 'steps with a button: a single_choice or a loader goes on by itself',
  },
};

/** Whether a step of this type shows the words under a key. */
export function showsWords(step: StepValue, key: keyof StepWordsValue): boolean {
  return fits[key]?.fits(step) ?? true;
}

/** A step has only words that its type shows. */
export const wordsFit: WordsRule = function* ({ flow, words }) {
  for (const { document, value } of words) {
    for (const [id, texts] of Object.entries(value.steps ?? {})) {
      const step = flow.stepsById.get(id);
      if (!step?.sound || !flow.complete.steps) continue;
      for (const key of Object.keys(texts) as (keyof StepWordsValue)[]) {
        const fit = fits[key];
        if (!fit || fit.fits(step.value)) continue;
        yield {
          in: document,
          path: ['steps', id, key],
          target: 'key',
          code: 'text_misfit',
          message: `"${id}" is ${step.value.type === 'info' || step.value.type === 'intro' || step.value.type === 'email' ? 'an' : 'a'} ${step.value.type} step: its ${key} would never be seen.`,
          hint: `${key} is for ${fit.where}.`,
          related: [{ in: flow.document, path: [...step.path, 'type'], note: 'The type of the step.' }],
        };
      }
    }
  }
};
