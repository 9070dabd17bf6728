import type { CompiledStep } from '../../engine/model.ts';
import { keysOfNumbers } from '../events/counting/counts.ts';
import type { Numbers } from './figures.ts';
import { namesOf } from './present.ts';
import type { StepReport } from './report.ts';

interface Answered {
  readonly answers: Numbers;
  /** Of all visits of the period. */
  readonly ofAll: Numbers;
}

/** The options of a step, or the values of a number, each with the visits that chose it; null of other types. */
export function describeAnswers(step: CompiledStep | undefined, { answers, ofAll }: Answered): StepReport['answers'] {
  const keys = step && keysOf(step, ofAll);
  return keys?.map((key) => ({ key, visits: answers.get(key) ?? 0 })) ?? null;
}

function keysOf(step: CompiledStep, ofAll: Numbers): readonly string[] | null {
  switch (step.type) {
    case 'single_choice':
    case 'multiple_choice':
      return namesOf(
        step.options.map(({ key }) => key),
        ofAll,
      );
    case 'number':
      // Earlier versions may have had other values or ranges.
      return [...new Set([...keysOfNumbers(step), ...ofAll.keys()])].toSorted(
        (one, other) => Number.parseFloat(one) - Number.parseFloat(other) || (one < other ? -1 : 1),
      );
    case 'intro':
    case 'info':
    case 'text':
    case 'email':
    case 'loader':
      return null;
  }
}
