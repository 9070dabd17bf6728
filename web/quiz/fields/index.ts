import { createElement, lazy, Suspense, type ComponentType } from 'react';
import type { StepType } from '../../../engine/model.ts';
import { tryAgain } from '../../errors.ts';
import type { AnyField, Field, FieldProps } from './field.tsx';
import { info } from './info.tsx';
import { intro } from './intro.tsx';
import { singleChoice } from './single_choice.tsx';

const others = () => tryAgain(() => import('./other-fields.ts'));
const rare = () => tryAgain(() => import('./rare-fields.ts'));

/**
 * Every type of step on the screen. What a quiz begins with comes with the page, the other common types in one piece,
 * before they are needed, and the rare ones in another, for funnels that use one; what shows charts is large.
 */
const fields: { readonly [Type in StepType]: Field<Type> | (() => Promise<Field<Type>>) } = {
  intro,
  info,
  single_choice: singleChoice,
  multiple_choice: async () => (await others()).multipleChoice,
  number: async () => (await others()).number,
  text: async () => (await others()).text,
  loader: async () => (await others()).loader,
  select: async () => (await rare()).select,
  matrix: async () => (await rare()).matrix,
  rank: async () => (await rare()).rank,
  email: async () => (await rare()).email,
  phone: async () => (await rare()).phone,
  consent: async () => (await rare()).consent,
  date: async () => (await rare()).date,
  display: async () => (await tryAgain(() => import('./display.tsx'))).display,
};

/** What has shown a type stays: another component in its place would lose what was typed. */
const controls: Partial<Record<StepType, ComponentType<FieldProps>>> = {};

/** Fetches the controls of these types; from then on none of them has to be waited for. */
export async function loadFields(types: readonly StepType[]): Promise<void> {
  await Promise.all(types.map(loadControl));
}

async function loadControl(type: StepType): Promise<void> {
  const { Control: control } = await loadField(type);
  controls[type] ??= control;
}

/** What shows this type of step. */
export async function loadField(type: StepType): Promise<AnyField> {
  const field = fields[type];
  return (typeof field === 'function' ? await field() : field) as AnyField;
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
  const { type } = props.screen;
  const field = fields[type];
  controls[type] ??= typeof field === 'function' ? suspended(type) : (field as AnyField).Control;
  return createElement(controls[type], props);
}

function suspended(type: StepType): ComponentType<FieldProps> {
  const Loaded = lazy(async () => ({ default: (await loadField(type)).Control }));
  return (props) => createElement(Suspense, null, createElement(Loaded, props));
}
