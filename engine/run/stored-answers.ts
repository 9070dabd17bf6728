/** Answers that were stored, perhaps for an earlier version of the funnel, perhaps tampered with. */

import type { CompiledFunnel, QuestionStep } from '../model.ts';
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

function withPresentKeys(step: QuestionStep, value: unknown): unknown {
  if (!('options' in step)) return value;
  const present = (key: unknown) =>
    step.options.some((option) => option.key === key)
      ? key
      : (step.options.find((option) => option.renamedFrom?.includes(key as string))?.key ?? key);
  return Array.isArray(value) ? [...new Set(value.map(present))] : present(value);
}
