import type { Answer, CompiledStep, QuestionStep } from '../../engine/model.ts';
import { checkAnswer, isQuestion } from '../../engine/run/answer.ts';

/** Answers that a visitor may well give, the likeliest first; all of them can be taken. None for a step that asks nothing. */
export function sampleAnswers(step: CompiledStep): readonly Answer[] {
  return isQuestion(step) ? samplesOf(step).filter((answer) => checkAnswer(step, answer) === null) : [];
}

function samplesOf(step: QuestionStep): readonly Answer[] {
  switch (step.type) {
    case 'single_choice':
      return step.options.map(({ key }) => key);
    case 'multiple_choice': {
      const plain = step.options.filter(({ exclusive }) => !exclusive).map(({ key }) => key);
      const few = Math.min(Math.max(step.choose.min, 2), step.choose.max);
      return [plain.slice(0, few), ...step.options.map(({ key }) => [key])];
    }
    case 'number': {
      const steps = Math.floor((step.max - step.min) / step.step);
      return [Math.round(steps / 3), 0, steps].map((count) => Number((step.min + count * step.step).toPrecision(12)));
    }
    case 'text':
      return ['A quiet hour', 'Calm'];
    case 'email':
      return ['visitor@mail.example'];
  }
}

/**
 * What can be put in that Continue doesn't take: an answer, or `null` for nothing at all. `undefined` where every
 * answer that can be put in is right.
 */
export function wrongAnswer(step: CompiledStep): Answer | null | undefined {
  switch (step.type) {
    case 'multiple_choice': {
      if (step.choose.min > 0) return null;
      const tooMany = step.options.filter(({ exclusive }) => !exclusive).slice(0, step.choose.max + 1);
      return tooMany.length > step.choose.max ? tooMany.map(({ key }) => key) : undefined;
    }
    case 'number':
      return step.input === 'field' ? null : undefined;
    case 'text':
      return step.required ? null : undefined;
    case 'email':
      return 'visitor@';
    default:
      return undefined;
  }
}
