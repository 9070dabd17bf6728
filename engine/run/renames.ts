/** Steps, options and stored answers under the names that they had on another version of the funnel. */

import type { Answer, CompiledFunnel, QuestionStep } from '../model.ts';
import { isQuestion } from './answer.ts';
import { indexOf } from './funnel-index.ts';

export interface StoredAnswers {
  /** What is stored for each question, by index of its step; unchecked, but with options under their present keys. */
  readonly values: ReadonlyMap<number, unknown>;
  /** Keys that belong to no question. */
  readonly unknown: readonly string[];
}

/** Finds the answers to a funnel's questions, also under names that `renamedFrom` remembers. */
export function readStoredAnswers(funnel: CompiledFunnel, stored: object): StoredAnswers {
  const { fields } = indexOf(funnel);
  const values = new Map<number, unknown>();
  const unknown = new Set(Object.keys(stored).filter((key) => !fields.has(key)));
  const rest = [...unknown];
  funnel.steps.forEach((step, at) => {
    if (!isQuestion(step)) return;
    const former = rest.length ? (step.renamedFrom?.filter((key) => unknown.delete(key)) ?? []) : [];
    const key = [step.field, ...former].find((name) => Object.hasOwn(stored, name));
    if (key !== undefined) values.set(at, withPresentKeys(step, (stored as Record<string, unknown>)[key]));
  });
  return { values, unknown: [...unknown] };
}

/** What visitors wrote in stays where the option still asks for it. */
function withPresentKeys(step: QuestionStep, value: unknown): unknown {
  if (!('options' in step)) return value;
  const presentKey = (key: string) =>
    step.options.some((option) => option.key === key)
      ? key
      : (step.options.find((option) => option.renamedFrom?.includes(key))?.key ?? key);
  const present = (chosen: unknown) => {
    if (typeof chosen !== 'string') return chosen;
    const [name = '', ...words] = chosen.split(':');
    const key = presentKey(name);
    return key === step.writeIn?.key ? [key, ...words].join(':') : key;
  };
  return Array.isArray(value) ? [...new Set(value.map(present))] : present(value);
}

/** Names as on the other version; those that it did not have stay as they are. */
export interface VersionNames {
  step(id: string): string;
  /** Of the step that has this id now. */
  answer(step: string, answer: Answer): Answer;
}

const sameNames: VersionNames = { step: (id) => id, answer: (_, answer) => answer };

/** The names that a funnel's steps and options had on an earlier version, as `renamedFrom` remembers them. */
export function namesOn(earlier: CompiledFunnel, funnel: CompiledFunnel): VersionNames {
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
