import type { CompiledStep } from '../../model.ts';
import type { Path } from '../../problem.ts';
import type { LostAnswers } from './lost-answers.ts';

/** Why answers no longer fit: the keys of the step that say so, and the rest of a sentence about those who gave them. */
export interface Limit {
  readonly keys: readonly Path[];
  readonly cause: string;
}

const lose = 'would lose that answer';

/** Explains answers that a step of the same type no longer takes. */
export function explainLimit(step: CompiledStep, { why, answers }: LostAnswers): Limit {
  const example = JSON.stringify(answers[0]);
  switch (step.type) {
    case 'number':
      if (why === 'too_small') return { keys: [['min']], cause: `less than ${step.min} ${lose}.` };
      if (why === 'too_large') return { keys: [['max']], cause: `more than ${step.max} ${lose}.` };
      return { keys: [['step'], ['min']], cause: `${example}, for example, ${lose}: it lies between two steps.` };
    case 'multiple_choice': {
      const { min, max } = step.choose;
      if (why === 'too_few') return { keys: [['choose', 'min']], cause: `fewer than ${min} options ${lose}.` };
      if (why === 'too_many')
        return { keys: [['choose', 'max'], ['choose']], cause: `more than ${max} options ${lose}.` };
      const chosen = new Set(answers.flat());
      const { key } = step.options.find((option) => option.exclusive && chosen.has(option.key))!;
      return { keys: [['options', key]], cause: `“${key}” and others ${lose}: it excludes them now.` };
    }
    case 'text':
      return { keys: [['max_length']], cause: `more than ${step.maxLength} characters ${lose}.` };
    default:
      return { keys: [], cause: `${example}, for example, ${lose}.` };
  }
}
