import type { BrokenPart, FunnelDocument } from './document.ts';
import type { DayLimit, HiddenPart, NumberUnit, StepType, SwitchUnit } from '../model.ts';
import type { IconName } from './icons.ts';
import type { LookValue } from './look/draw-look.ts';
import type { Path } from '../problem.ts';

/** An option as the file says it. */
export interface OptionValue {
  readonly score?: number | Readonly<Record<string, number>>;
  readonly next?: string;
  readonly show_if?: string;
  readonly exclusive?: boolean;
  readonly fixed?: boolean;
  readonly write_in?: boolean;
  /** Of what is written in. */
  readonly max_length?: number;
  /** Of a row of a matrix. */
  readonly reverse?: boolean;
  readonly icon?: IconName;
  readonly picture?: string;
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
  readonly for_each?: string;
  readonly goal?: string;
  readonly show_if?: string;
  readonly check?: { readonly that?: string };
  readonly next?: string | readonly (BranchValue | undefined)[];
  readonly renamed_from?: string | readonly string[];
  /** Of a group. */
  readonly fields?: readonly (StepValue | undefined)[];
  readonly options?: Readonly<Record<string, OptionValue | null>>;
  readonly rows?: Readonly<Record<string, OptionValue | null>>;
  readonly shuffle?: boolean;
  readonly choose?: { readonly min?: number; readonly max?: number };
  readonly input?: 'field' | 'slider' | 'scale';
  /** A day of a date may be a text. */
  readonly min?: DayLimit;
  readonly max?: DayLimit;
  readonly step?: number;
  readonly unit?: NumberUnit;
  readonly units?: readonly (SwitchUnit | undefined)[];
  readonly first_unit?: SwitchUnit;
  readonly required?: boolean;
  readonly reverse?: boolean;
  readonly max_length?: number;
  readonly country_code?: number;
  readonly prefill?: string;
  readonly lead?: boolean | { readonly with?: readonly (string | undefined)[] };
  readonly seconds?: number;
  readonly praise?: boolean;
  readonly chart?: ChartValue;
  readonly picture?: string;
  readonly testimonials?: readonly (string | undefined)[];
  readonly timer?: TimerValue;
}
/** How long a timer runs; several units add up. */
export interface TimerValue {
  readonly seconds?: number;
  readonly minutes?: number;
  readonly hours?: number;
}
/** A chart as the file says it. */
export interface ChartValue {
  readonly line?: readonly (string | number | undefined)[];
  readonly gauge?: string | number;
  readonly min?: number;
  readonly bands?: readonly (number | undefined)[];
  readonly bars?: readonly (string | number | undefined)[];
  readonly format?: FormatValue;
}
/** An entry of a flow's steps: a step, or several that come in an order by chance. */
export interface StepsValue extends StepValue {
  readonly block?: string;
  /** Of a block. */
  readonly steps?: readonly (StepValue | undefined)[];
}
/** What follows a result; addresses may differ by locale. */
export type EndingValue = string | Readonly<Record<string, string>>;
export interface OutcomeValue {
  readonly when?: string;
  readonly else?: true;
  readonly topics?: readonly (string | undefined)[];
  readonly ending?: EndingValue;
  readonly hide?: readonly (HiddenPart | undefined)[];
}
export interface VariableValue {
  readonly sum?: string;
  readonly value?: string | number;
  readonly text?: readonly (BranchValue | undefined)[];
  readonly format?: FormatValue;
  readonly show?: 'points';
}
/** How texts write a variable. */
export interface FormatValue {
  readonly decimals?: number;
  readonly unit?: string;
  readonly money?: string;
  readonly date?: 'full' | 'long' | 'medium' | 'short';
}
/** Its weight, or more than that. */
export type VariantValue = number | { readonly weight?: number; readonly plans?: readonly (string | undefined)[] };
/** What a query parameter can be, by its name. */
export type HiddenFieldValue = Readonly<Record<string, { readonly max_length?: number; readonly personal?: boolean }>>;
/** A flow file as its schema says it, without what was broken. */
export interface FlowValue {
  readonly funnel?: string;
  readonly path?: string;
  readonly storage_key?: string;
  readonly locales?: readonly (string | undefined)[];
  readonly goals?: { readonly start?: string; readonly finish?: string };
  readonly variables?: Readonly<Record<string, VariableValue>>;
  readonly experiments?: Readonly<Record<string, { readonly variants?: Readonly<Record<string, VariantValue>> }>>;
  readonly hidden_fields?: readonly (string | HiddenFieldValue | undefined)[];
  readonly look?: LookValue;
  readonly steps?: readonly (StepsValue | undefined)[];
  readonly outcomes?: Readonly<Record<string, OutcomeValue>>;
  readonly ending?: EndingValue;
  readonly hide?: readonly (HiddenPart | undefined)[];
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
  /** The field of a question; none of one with `for_each`, which has as many as it is written out to. */
  readonly field: string | undefined;
  /** Of a matrix the columns, then the rows. */
  readonly options: readonly FlowOption[];
  /** Where it leads, as it is written, and where that is: a group leads on from the last of its fields. */
  readonly next: StepValue['next'];
  readonly nextPath: Path;
  /** Of a field of a group: that group, and whether it has no field below. */
  readonly group?: { readonly id: string | undefined; readonly counts: boolean; readonly isLast: boolean };
  /** Of one of the steps that a step with `for_each` is written out to (`for-each.ts`). */
  readonly writtenOut?: WrittenOut;
  /** Of a step in a block, or a field of a group there: that block. */
  readonly block?: { readonly id: string; readonly path: Path };
  /** Whether nothing in it was broken. */
  readonly sound: boolean;
}

export interface WrittenOut {
  /** The step as it is written. */
  readonly from: FlowStep;
  /** The option that it is for. */
  readonly option: string;
  /** Where it leads before its own `next`: to the next of them, if it is for some visitor who comes here. */
  readonly onward?: { readonly when: string; readonly to: string };
}

/** The steps by their ids, and the questions by their fields; of two with the same name the first. */
export function indexSteps(steps: readonly FlowStep[]): Pick<Flow, 'stepsById' | 'stepsByField'> {
  return { stepsById: firstBy(steps, ({ id }) => id), stepsByField: firstBy(steps, ({ field }) => field) };
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

/** A flow that is being checked. What can't be known because of a mistake elsewhere is marked and not reported again. */
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
