import { createElement, lazy, Suspense, type ComponentType } from 'react';
import type { StepType } from '../../../engine/model.ts';
import { tryAgain } from '../../errors.ts';
import type { BundledType, Field, FieldProps } from './field.tsx';
import { info } from './info.tsx';
import { intro } from './intro.tsx';
import { singleChoice } from './single_choice.tsx';

/**
 * The controls that a quiz begins with come with the page; the other common ones in one piece, before they are needed,
 * and the rare ones in another, for funnels that use one.
 */
const first: { readonly [Type in BundledType]: Field<Type> } = { intro, info, single_choice: singleChoice };

const fields: Partial<Record<StepType, { readonly Control: unknown }>> = { ...first };
/** What has shown a type stays: another component in its place would lose what was typed. */
const controls: Partial<Record<StepType, ComponentType<FieldProps>>> = {};

/** Fetches the controls of these types, as far as they are not here; from then on none of them has to be waited for. */
export async function loadFields(types: readonly StepType[]): Promise<void> {
  const isMissing = (type: StepType) => !fields[type];
  if (types.some(isMissing)) Object.assign(fields, (await tryAgain(() => import('./other-fields.tsx'))).otherFields);
  if (types.some(isMissing))
    Object.assign(fields, await (await tryAgain(() => import('./rare-fields.tsx'))).loadRare(types));
}

/** Whether the control of this type of step came with the page. */
export function isBundled(type: StepType): type is BundledType {
  return type in first;
}

/** Whether a screen of this type is there to be read, with the funnel's scene above its words. */
export function hasScene(type: StepType): boolean {
  return type === 'loader' || (isBundled(type) && first[type].problemText === null);
}

/**
 * The control that shows a screen; nothing until it is fetched. `Suspense` stands around those only: what is in one is
 * taken over later than the rest of a prerendered page, and would miss what is typed in between.
 */
export function Control(props: FieldProps) {
  const { type } = props.screen;
  const control = () => fields[type]?.Control as ComponentType<FieldProps>;
  controls[type] ??= control() ?? suspended(() => loadFields([type]).then(() => ({ default: control() })));
  return createElement(controls[type], props);
}

function suspended(load: () => Promise<{ default: ComponentType<FieldProps> }>): ComponentType<FieldProps> {
  const Loaded = lazy(load);
  return (props) => createElement(Suspense, null, createElement(Loaded, props));
}
