import type { CompiledOption, CompiledStep, QuestionStep, StepType } from '../../model.ts';
import { isQuestion, type FlowOption, type FlowStep, type StepValue } from '../flow.ts';

/** What every step has, whatever its type. */
export type StepBasis = Omit<CompiledStep & { type: 'intro' }, 'type'>;

/** One function for each type: the type's own keys, with its defaults. The step must have passed every check. */
const compilers: { readonly [Type in StepType]: (basis: StepBasis, step: FlowStep) => CompiledStep } = {
  intro: (basis) => ({ ...basis, type: 'intro' }),
  info: (basis) => ({ ...basis, type: 'info' }),
  loader: (basis, { value }) => ({ ...basis, type: 'loader', seconds: value.seconds ?? 4 }),
  single_choice: (basis, step) => ({
    ...basis,
    type: 'single_choice',
    field: fieldOf(step),
    options: step.options.map(compileOption),
  }),
  multiple_choice: (basis, step) => ({
    ...basis,
    type: 'multiple_choice',
    field: fieldOf(step),
    options: step.options.map(compileOption),
    choose: chooseOf(step),
  }),
  number: (basis, step) => compileNumber(basis, step, step.value),
  text: (basis, step) => ({
    ...basis,
    type: 'text',
    field: fieldOf(step),
    required: step.value.required ?? true,
    maxLength: step.value.max_length ?? 200,
  }),
  email: (basis, step) => ({ ...basis, type: 'email', field: fieldOf(step), required: step.value.required ?? true }),
};

/** A step in its compiled form. */
export function compileStep(basis: StepBasis, step: FlowStep): CompiledStep {
  return compilers[known(step.value.type)](basis, step);
}

/** Whether a step adds to the counter of answered questions: the flow's word, or that of its type (specification, section 4). */
export function countsOf({ value }: FlowStep): boolean {
  return value.counts ?? isQuestion(value.type);
}

/** How many options may be chosen. */
export function chooseOf({ value, options }: FlowStep): { readonly min: number; readonly max: number } {
  return { min: value.choose?.min ?? 1, max: value.choose?.max ?? options.length };
}

/** Points by dimension; a plain number is on the dimension `score`. */
export function scoresOf({ value: { score } }: FlowOption): Readonly<Record<string, number>> {
  if (score === undefined) return {};
  return typeof score === 'number' ? { score } : score;
}

/** Old ids, as a list. */
export function renamedFrom(from: string | readonly string[] | undefined): { renamedFrom?: readonly string[] } {
  if (from === undefined) return {};
  return { renamedFrom: typeof from === 'string' ? [from] : from };
}

function compileOption(option: FlowOption): CompiledOption {
  const { key, value } = option;
  return {
    key,
    ...(value.score !== undefined && { scores: scoresOf(option) }),
    ...(value.exclusive === true && { exclusive: true }),
    ...renamedFrom(value.renamed_from),
  };
}

function compileNumber(basis: StepBasis, step: FlowStep, value: StepValue): QuestionStep {
  return {
    ...basis,
    type: 'number',
    field: fieldOf(step),
    input: known(value.input),
    min: known(value.min),
    max: known(value.max),
    step: value.step ?? 1,
    ...(value.unit !== undefined && { unit: value.unit }),
  };
}

function fieldOf({ field }: FlowStep): string {
  return known(field);
}

/** What the checks have made sure of. */
export function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A funnel with problems was compiled.');
  return value;
}
