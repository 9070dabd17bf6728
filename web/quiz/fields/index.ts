import { createElement, lazy, type ComponentType } from 'react';
import type { Screen } from '../../../engine/model.ts';
import { tryAgain } from '../../errors.ts';
import type { BundledType, Field, FieldProps } from './field.tsx';
import { info } from './info.tsx';
import { intro } from './intro.tsx';
import { singleChoice } from './single_choice.tsx';

/** The controls that a quiz begins with come with the page; all others in one piece, before they are needed. */
const first: { readonly [Type in BundledType]: Field<Type> } = { intro, info, single_choice: singleChoice };

const fetchOthers = () => import('./other-fields.tsx');
const FetchedField = lazy(fetchOthers);
let others: ComponentType<FieldProps> | undefined;

/** Fetches the controls that did not come with the page; from then on none of them has to be waited for. */
export async function loadOtherFields(): Promise<void> {
  others = (await tryAgain(fetchOthers)).default;
}

/** Whether the control of this type of step came with the page. */
export function isBundled(type: Screen['type']): type is BundledType {
  return type in first;
}

/** Whether a screen of this type is there to be read, with a picture above its words. */
export function hasScene(type: Screen['type']): boolean {
  return isBundled(type) && first[type].problemText === null;
}

/** The control that shows a screen; may suspend until it is fetched. */
export function Control(props: FieldProps) {
  const { type } = props.screen;
  const shown = isBundled(type) ? first[type].Control : (others ?? FetchedField);
  return createElement(shown as ComponentType<FieldProps>, props);
}
