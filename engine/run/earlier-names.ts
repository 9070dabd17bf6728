/** What steps and options of a funnel were called on another version of it. */

import type { Answer, CompiledFunnel } from '../model.ts';
import { indexOf } from './funnel-index.ts';

/** Names as on the other version; those that it did not have stay as they are. */
export interface Names {
  step(id: string): string;
  /** Of the step that has this id now. */
  answer(step: string, answer: Answer): Answer;
}

const sameNames: Names = { step: (id) => id, answer: (_, answer) => answer };

/** The names that a funnel's steps and options had on an earlier version, as `renamedFrom` remembers them. */
export function namesOn(earlier: CompiledFunnel, funnel: CompiledFunnel): Names {
  if (earlier.version === funnel.version) return sameNames;
  const steps = new Map(funnel.steps.map((step) => [step.id, nameIn(indexOf(earlier).steps, step.id, step)]));
  return {
    step: (id) => steps.get(id) ?? id,
    answer(step, answer) {
      const [now, then] = [
        funnel.steps[indexOf(funnel).steps.get(step)!],
        earlier.steps[indexOf(earlier).steps.get(steps.get(step)!) ?? -1],
      ];
      if (typeof answer === 'number' || !now || !('options' in now) || !then || !('options' in then)) return answer;
      const known = new Set(then.options.map(({ key }) => key));
      const keyThen = (key: string) =>
        nameIn(
          known,
          key,
          now.options.find((option) => option.key === key),
        );
      return typeof answer === 'string' ? keyThen(answer) : answer.map(keyThen);
    },
  };
}

function nameIn(
  known: { has(name: string): boolean },
  name: string,
  now: { readonly renamedFrom?: readonly string[] } | undefined,
): string {
  return [name, ...(now?.renamedFrom ?? [])].find((each) => known.has(each)) ?? name;
}
