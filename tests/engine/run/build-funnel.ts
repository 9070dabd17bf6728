import { palette } from '../../../content/brand.ts';
import type {
  Answer,
  CompiledChart,
  CompiledFunnel,
  CompiledOption,
  CompiledStep,
  Edge,
  Expression,
  FunnelData,
  FunnelWords,
  LeadTerms,
  StepWords,
} from '../../../engine/model.ts';
import { drawLook } from '../../../engine/author/look/draw-look.ts';
import '../../../engine/run/steps/all.ts';

/** A step as tests write it: what is omitted is filled in as the compiler would. */
export type StepDraft = { readonly id: string; readonly type: CompiledStep['type'] } & {
  readonly counts?: boolean;
  readonly goal?: string;
  readonly showIf?: string;
  readonly offeredIf?: Readonly<Record<string, string>>;
  readonly next?: readonly Edge[];
  readonly renamedFrom?: readonly string[];
  readonly field?: string;
  readonly options?: readonly (string | CompiledOption)[];
  readonly choose?: { readonly min: number; readonly max: number };
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly unit?: 'hours' | 'years' | 'percent';
  readonly required?: boolean;
  readonly optional?: true | undefined;
  readonly maxLength?: number;
  readonly lead?: LeadTerms;
  readonly chart?: CompiledChart;
  readonly seconds?: number;
};

export type FunnelDraft = Partial<Omit<CompiledFunnel, 'steps'>> & { readonly steps: readonly StepDraft[] };

/** A compiled funnel with everything that the test does not care about filled in. */
export function buildFunnel({ steps, ...rest }: FunnelDraft): CompiledFunnel {
  const compiled = steps.map((step, at) => compileStep(step, steps[at + 1]?.id ?? null));
  return {
    id: 'test',
    path: '/test',
    storageKey: 'wizardTest',
    version: '0123456789abcdef',
    locales: ['en'],
    goals: {},
    hiddenFields: [],
    experiments: [],
    dimensions: [],
    variables: [],
    conditions: {},
    outcomes: [{ id: 'only', topics: ['rest'] }],
    finish: 'results',
    ...rest,
    steps: withDistances(compiled),
  };
}

function compileStep(draft: StepDraft, following: string | null): CompiledStep {
  const { id, type, goal, showIf, offeredIf, renamedFrom } = draft;
  const asks = !['intro', 'info', 'display', 'group', 'loader'].includes(type);
  const base = {
    id,
    counts: draft.counts ?? asks,
    ...(goal !== undefined && { goal }),
    ...(showIf !== undefined && { showIf }),
    ...(offeredIf && { offeredIf }),
    ...(renamedFrom !== undefined && { renamedFrom }),
    ...(draft.optional && { optional: true as const }),
    next: draft.next ?? [{ to: following }],
    fewest: 0,
    most: 0,
  };
  const field = draft.field ?? id;
  const options = (draft.options ?? ['yes', 'no']).map((option) =>
    typeof option === 'string' ? { key: option } : option,
  );
  switch (type) {
    case 'intro':
    case 'info':
      return { ...base, type };
    case 'display':
      return { ...base, type, ...(draft.chart && { chart: draft.chart }) };
    case 'group':
      return { ...base, type, fields: 0 };
    case 'loader':
      return { ...base, type, seconds: draft.seconds ?? 4 };
    case 'single_choice':
    case 'select':
    case 'rank':
      return { ...base, type, field, options };
    case 'multiple_choice':
      return { ...base, type, field, options, choose: draft.choose ?? { min: 1, max: options.length } };
    case 'number': {
      const { min = 0, max = 10, step = 1, unit } = draft;
      return { ...base, type, field, input: 'slider', min, max, step, ...(unit && { unit }) };
    }
    case 'text':
      return { ...base, type, field, required: draft.required ?? true, maxLength: draft.maxLength ?? 200 };
    case 'email':
    case 'phone':
      return { ...base, type, field, required: draft.required ?? true, ...(draft.lead && { lead: draft.lead }) };
    case 'matrix': {
      const [rows, columns] = [['r0', 'r1'], options.map(({ key }) => key)];
      const cells = rows.flatMap((row) =>
        options.map(({ key, scores }) => ({ key: `${row}.${key}`, ...(scores && { scores }) })),
      );
      const required = draft.required === false && { required: false as const };
      return { ...base, type, field, rows, columns, options: cells, ...required };
    }
    case 'consent': {
      const required = draft.required ?? true;
      return { ...base, type, field, required, options: (required ? ['yes'] : ['yes', 'no']).map((key) => ({ key })) };
    }
    case 'date':
      return { ...base, type, field, min: '2026-11-20', max: 0, builtOn: '2026-11-22' };
    case 'time':
      return { ...base, type, field, min: '23:58', max: '00:01' };
  }
}

/** The fewest and most steps that can still be shown, as if every condition could go either way. */
function withDistances(steps: readonly CompiledStep[]): readonly CompiledStep[] {
  const done = new Map<string | null, { step: CompiledStep; fewest: number; most: number }>();
  const result = [...steps];
  for (let at = steps.length - 1; at >= 0; at--) {
    const step = steps[at]!;
    const ends = step.next.map(({ to }) => done.get(to) ?? { fewest: 0, most: 0 });
    const fewest = Math.min(...ends.map((end) => end.fewest));
    const most = Math.max(...ends.map((end) => end.most));
    result[at] = { ...step, fewest, most };
    const skipped = done.get(steps[at + 1]?.id ?? null) ?? { fewest: 0, most: 0 };
    done.set(step.id, {
      step,
      fewest: step.showIf ? Math.min(skipped.fewest, fewest + 1) : fewest + 1,
      most: step.showIf ? Math.max(skipped.most, most + 1) : most + 1,
    });
  }
  return result;
}

/** The funnel with words for all of it: each text is the id it stands for. */
export function withWords(funnel: CompiledFunnel, words: Partial<FunnelWords> = {}): FunnelData {
  const steps: Record<string, StepWords> = Object.fromEntries(
    funnel.steps.map(({ id }) => [id, { title: `Title of ${id}` }]),
  );
  const outcomes = funnel.outcomes.map(({ id }) => [id, { title: `Outcome ${id}`, summary: 'Summary', points: [] }]);
  return {
    funnel,
    words: {
      locale: 'en',
      look: drawLook(palette),
      name: 'Test',
      description: 'A test',
      outcomes: Object.fromEntries(outcomes),
      dimensions: {},
      topics: { rest: { title: 'Rest', focus: 'Focus', practice: 'Practice' } },
      ...words,
      steps: { ...steps, ...words.steps },
    },
  };
}

// Conditions, as short as the language writes them.
export const answer = (field: string): Expression => ({ kind: 'answer', field });
export const literal = (value: string | number | boolean): Expression => ({ kind: 'literal', value });
export const variable = (name: string): Expression => ({ kind: 'variable', name });
export const compare = (
  left: Expression,
  operator: Extract<Expression, { kind: 'binary' }>['operator'],
  right: Expression,
): Expression => ({ kind: 'binary', operator, left, right });
/** `field == "value"` */
export const is = (field: string, value: Answer & (string | number)): Expression =>
  compare(answer(field), '==', literal(value));
