import type { Answer, CompiledStep } from '../../model.ts';
import type { Value } from '../../run/expression.ts';
import { rulesOf } from '../../run/steps/index.ts';
import type { Slot } from '../expression/terms.ts';
import { questionOf } from '../steps/index.ts';

/** What the answer to a step is called; a step that asks nothing has a name that nothing asks for. */
export function slotOf(step: CompiledStep): Slot {
  return 'field' in step ? `answer ${step.field}` : 'answer ';
}

/** The same, and what the places of its options are called. */
export function slotsOf(step: CompiledStep): readonly Slot[] {
  const parts = questionOf(step.type)?.placed?.(step) ?? [];
  return [slotOf(step), ...parts.map((part): Slot => `${slotOf(step)}.${part}`)];
}

/** The option whose place a name is for. */
export function partInSlot(step: CompiledStep, slot: Slot): string | undefined {
  return slot === slotOf(step) ? undefined : slot.slice(slotOf(step).length + 1);
}

/** What conditions see of an answer. */
export function valueOf(step: CompiledStep, answer: Answer | undefined, part: string | undefined): Value {
  return answer === undefined ? undefined : rulesOf(step).question!.valueOf(answer, part);
}
