import { createElement, lazy, Suspense, type ComponentType } from 'react';
import type { StepType } from '../../../engine/model.ts';
import { tryAgain } from '../../errors.ts';
import type { AnyField, Field, FieldProps } from './field.tsx';
import { info } from './info.tsx';
import { intro } from './intro.tsx';
import { singleChoice } from './single_choice.tsx';

const others = () => tryAgain(() => import('./other-fields.ts'));
const rare = () => tryAgain(() => import('./rare-fields.ts'));

/** Whether it is there, or in a piece that has it under its name. */
type Loadable<Name extends string, Loaded> = Loaded | (() => Promise<{ readonly [Each in Name]: Loaded }>);

/**
 * Every type of step on the screen. What a quiz begins with comes with the page, the other common types in one piece,
 * before they are needed, and the rare ones in another, for funnels that use one; what shows charts is large.
 */
const fields: { readonly [Type in StepType]: Loadable<Type, Field<Type>> } & {
  /** What stands around the control of a question with a check, that may be left out, or with an option to write in. */
  readonly checked: Loadable<'checked', AnyField>;
} = {
  intro,
  info,
  single_choice: singleChoice,
  multiple_choice: others,
  number: others,
  text: others,
  loader: others,
  select: rare,
  matrix: rare,
  rank: rare,
  email: rare,
  phone: rare,
  consent: rare,
  date: rare,
  time: rare,
  group: rare,
  checked: rare,
  display: () => tryAgain(() => import('./display.tsx')),
};

/** What has shown a type stays: another component in its place would lose what was typed. */
const controls: Partial<Record<FieldName, ComponentType<FieldProps>>> = {};

type FieldName = keyof typeof fields;

/** A step, or its screen. */
interface Shown {
  readonly type: StepType;
  readonly check?: string;
  readonly optional?: true;
  readonly writeIn?: object;
}

const nameOf = ({ type, check, optional, writeIn }: Shown): FieldName =>
  check || optional || writeIn ? 'checked' : type;

/** Fetches what shows these steps; from then on none of it has to be waited for. */
export async function loadFields(steps: readonly Shown[]): Promise<void> {
  await Promise.all(steps.map(loadControl));
}

async function loadControl(step: Shown): Promise<void> {
  const name = nameOf(step);
  const { Control: control } = await loadField(name);
  controls[name] ??= control;
}

/** What shows this type of step. */
export async function loadField(name: FieldName): Promise<AnyField> {
  const field = fields[name] as Loadable<FieldName, AnyField>;
  return typeof field === 'function' ? (await field())[name] : field;
}

/** Whether the control of this type of step came with the page. */
export function isBundled(type: StepType): boolean {
  return typeof fields[type] !== 'function';
}

/** Whether a screen of this type is there to be read, with the funnel's scene above its words. */
export function hasScene(type: StepType): boolean {
  const field = fields[type];
  return type === 'loader' || (typeof field !== 'function' && field.problemText === null);
}

/**
 * The control that shows a screen; nothing until it is fetched. `Suspense` stands around those only: what is in one is
 * taken over later than the rest of a prerendered page, and would miss what is typed in between.
 */
export function Control(props: FieldProps) {
  const type = nameOf(props.screen);
  const field = fields[type];
  controls[type] ??= typeof field === 'function' ? suspended(type) : (field as AnyField).Control;
  return createElement(controls[type], props);
}

function suspended(type: FieldName): ComponentType<FieldProps> {
  const Loaded = lazy(async () => ({ default: (await loadField(type)).Control }));
  return (props) => createElement(Suspense, null, createElement(Loaded, props));
}
