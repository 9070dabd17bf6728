import type { CompiledStep } from '../../model.ts';
import type { Journey } from '../journey.ts';
import { refusalOf } from '../refusal.ts';
import type { RulesFor } from './rules.ts';

/** The rules of a type whose steps may have a check. */
export function withCheck(rules: RulesFor<CompiledStep>): RulesFor<CompiledStep> {
  return {
    ...rules,
    screen(step, input) {
      const { check } = input.words;
      return { ...rules.screen(step, input), ...(check !== undefined && { check: input.fill(check) }) };
    },
    refuses: (funnel, journey, value) => refusalOf(funnel, journey as Journey, value) !== null,
  };
}
