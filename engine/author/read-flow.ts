import type { StepType } from '../model.ts';
import type { Path } from '../problem.ts';
import type { FunnelDocument } from './document.ts';
import type { Flow, FlowStep, FlowValue, StepValue } from './flow.ts';
import type { BrokenPart } from './shape/check-shape.ts';
import { isQuestionType, stepTypes } from './steps/index.ts';

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
  const mayAsk = isQuestionType(value.type) || (!sound && !stepTypes.includes(value.type as StepType));
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
