import type { NumberUnit, StepType } from '../model.ts';
import { stepTypes } from '../model.ts';
import type { Path } from '../problem.ts';
import type { FunnelDocument } from './document.ts';
import type { BrokenPart } from './shape/check-shape.ts';

/** An option as the file says it. */
export interface OptionValue {
  readonly score?: number | Readonly<Record<string, number>>;
  readonly next?: string;
  readonly exclusive?: boolean;
  readonly renamed_from?: string | readonly string[];
}
export interface BranchValue {
  readonly when?: string;
  readonly to?: string;
  readonly else?: string;
}
/** A step as the file says it. What its type doesn't have, or what was broken, is missing. */
export interface StepValue {
  readonly id?: string;
  readonly type?: StepType;
  readonly field?: string;
  readonly counts?: boolean;
  readonly goal?: string;
  readonly show_if?: string;
  readonly next?: string | readonly (BranchValue | undefined)[];
  readonly renamed_from?: string | readonly string[];
  readonly options?: Readonly<Record<string, OptionValue | null>>;
  readonly choose?: { readonly min?: number; readonly max?: number };
  readonly input?: 'field' | 'slider' | 'scale';
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly unit?: NumberUnit;
  readonly required?: boolean;
  readonly max_length?: number;
  readonly seconds?: number;
}
export interface OutcomeValue {
  readonly when?: string;
  readonly else?: true;
  readonly topics?: readonly (string | undefined)[];
}
export interface VariableValue {
  readonly sum?: string;
  readonly value?: string | number;
}
/** A flow file as its schema says it, without what was broken. */
export interface FlowValue {
  readonly funnel?: string;
  readonly path?: string;
  readonly storage_key?: string;
  readonly locales?: readonly (string | undefined)[];
  readonly goals?: { readonly start?: string; readonly finish?: string };
  readonly variables?: Readonly<Record<string, VariableValue>>;
  readonly experiments?: Readonly<Record<string, { readonly variants?: Readonly<Record<string, number>> }>>;
  readonly hidden_fields?: readonly (string | undefined)[];
  readonly steps?: readonly (StepValue | undefined)[];
  readonly outcomes?: Readonly<Record<string, OutcomeValue>>;
  readonly restart?: boolean;
}

export interface FlowOption {
  readonly key: string;
  readonly path: Path;
  readonly value: OptionValue;
}

export interface FlowStep {
  readonly index: number;
  readonly path: Path;
  readonly value: StepValue;
  readonly id: string | undefined;
  /** The field of a question. */
  readonly field: string | undefined;
  readonly options: readonly FlowOption[];
  /** Whether nothing in it was broken. */
  readonly sound: boolean;
}

/** A flow that is being checked. What can't be known because of a mistake elsewhere is marked, so that it isn't told again. */
export interface Flow {
  readonly document: FunnelDocument;
  /** From the name of the file. */
  readonly id: string;
  readonly value: FlowValue;
  readonly steps: readonly FlowStep[];
  /** The first step with each id. */
  readonly stepsById: ReadonlyMap<string, FlowStep>;
  /** The first question that stores its answer under each field. */
  readonly stepsByField: ReadonlyMap<string, FlowStep>;
  readonly broken: readonly BrokenPart[];
  /** Whether the ids of all steps, the names for expressions, and the ids of all outcomes are known for certain. */
  readonly complete: { readonly steps: boolean; readonly names: boolean; readonly outcomes: boolean };
}

const questionTypes: readonly (StepType | undefined)[] = [
  'single_choice',
  'multiple_choice',
  'number',
  'text',
  'email',
];

export function isQuestion(type: StepType | undefined): boolean {
  return questionTypes.includes(type);
}

/** Makes a flow of a document whose broken parts have been taken out. */
export function readFlow(document: FunnelDocument, id: string, broken: readonly BrokenPart[]): Flow {
  const value = (isRecord(document.value) ? document.value : {}) as FlowValue;
  const brokenSteps = new Set(
    broken.filter(({ path }) => path[0] === 'steps' && path.length > 1).map(({ path }) => path[1]),
  );
  const steps = (Array.isArray(value.steps) ? value.steps : []).map((step: StepValue | undefined, index) =>
    readStep(step ?? {}, index, !brokenSteps.has(index)),
  );
  const stepsById = firstBy(steps, ({ id: stepId }) => stepId);
  const stepsByField = firstBy(steps, ({ field }) => field);
  return {
    document,
    id,
    value,
    steps,
    stepsById,
    stepsByField,
    broken,
    complete: findComplete(steps, stepsById.size, broken),
  };
}

function firstBy(
  steps: readonly FlowStep[],
  keyOf: (step: FlowStep) => string | undefined,
): ReadonlyMap<string, FlowStep> {
  const first = new Map<string, FlowStep>();
  for (const step of steps) {
    const key = keyOf(step);
    if (key !== undefined && !first.has(key)) first.set(key, step);
  }
  return first;
}

function findComplete(steps: readonly FlowStep[], ids: number, broken: readonly BrokenPart[]): Flow['complete'] {
  const isTop = broken.some(({ path }) => path.length < 2);
  const hasBroken = (section: string): boolean =>
    isTop || broken.some(({ path }) => path[0] === section && path.length === 2);
  const questions = steps.filter(({ field }) => field !== undefined);
  const fields = new Set(questions.map(({ field }) => field));
  const isEveryStep = ids === steps.length && !hasBroken('steps') && !broken.some((part) => hidesKey(part, ['id']));
  return {
    steps: isEveryStep,
    names:
      isEveryStep &&
      fields.size === questions.length &&
      !broken.some((part) => hidesKey(part, ['field'])) &&
      !['variables', 'experiments', 'hidden_fields'].some(hasBroken),
    outcomes: !hasBroken('outcomes'),
  };
}

function readStep(value: StepValue, index: number, sound: boolean): FlowStep {
  const path: Path = ['steps', index];
  const options = isRecord(value.options) ? Object.entries(value.options) : [];
  const mayAsk = isQuestion(value.type) || (!sound && !stepTypes.includes(value.type as StepType));
  return {
    index,
    path,
    value,
    id: value.id,
    field: mayAsk ? (value.field ?? value.id) : undefined,
    options: options.map(([key, option]) => ({ key, path: [...path, 'options', key], value: option ?? {} })),
    sound,
  };
}

/** A key of a step that couldn't be read: what uses its value may be right. */
function hidesKey({ path, meant }: BrokenPart, keys: readonly string[]): boolean {
  return path[0] === 'steps' && path.length === 3 && keys.some((key) => key === path[2] || key === meant);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
