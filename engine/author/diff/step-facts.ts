import type { CompiledOption, CompiledStep } from '../../model.ts';
import { factsOf, type Facts } from './compare-texts.ts';

/** All that a step says besides its place and its options, in an author's words. */
export function factsOfStep(step: CompiledStep, below: string | null): Facts {
  const { type, counts, goal, showIf } = step;
  return factsOf({
    type,
    field: 'field' in step ? step.field : undefined,
    'shown if': showIf,
    next: printNext(step, below),
    'counts as an answer': counts,
    goal,
    ...ownFacts(step),
  });
}

function ownFacts(step: CompiledStep): Readonly<Record<string, string | number | boolean | undefined>> {
  switch (step.type) {
    case 'multiple_choice':
      return { choose: `${step.choose.min} to ${step.choose.max}` };
    case 'number':
      return { input: step.input, range: `${step.min} to ${step.max}`, 'step size': step.step, unit: step.unit };
    case 'text':
      return { required: step.required, 'longest text': step.maxLength };
    case 'email':
      return { required: step.required };
    case 'loader':
      return { seconds: step.seconds };
    default:
      return {};
  }
}

/** Where a step leads, if not just to the one below it. */
function printNext({ next }: CompiledStep, below: string | null): string | undefined {
  const [only] = next;
  if (next.length === 1 && only!.to === below) return undefined;
  return next
    .map(({ when, to }) => `${when === undefined ? '' : `if ${when} `}to ${to ?? 'the finish'}`)
    .join(', else ');
}

/** What an option says besides its key. */
export function factsOfOption({ key, scores, exclusive }: CompiledOption): Facts {
  const points = Object.entries(scores ?? {}).map(([dimension, value]) => `${value} ${dimension}`);
  return factsOf({
    [`option "${key}", score`]: points.length > 0 ? points.join(', ') : undefined,
    [`option "${key}", exclusive`]: exclusive,
  });
}
