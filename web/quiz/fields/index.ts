import { createElement, lazy, type ComponentType } from 'react';
import type { Screen } from '../../../engine/model.ts';
import { tryAgain } from '../../errors.ts';
import type { FieldProps } from './field.tsx';
import { Info } from './info.tsx';
import { Intro } from './intro.tsx';
import { SingleChoice } from './single_choice.tsx';

/** The controls that a quiz begins with come with the page; all others in one piece, before they are needed. */
const first = { intro: Intro, info: Info, single_choice: SingleChoice };

const fetchOthers = () => import('./other-fields.tsx');
const FetchedField = lazy(fetchOthers);
let others: ComponentType<FieldProps> | undefined;

/** Fetches the controls that did not come with the page; from then on none of them has to be waited for. */
export async function loadOtherFields(): Promise<void> {
  others = (await tryAgain(fetchOthers)).default;
}

/** Whether the control of this type of step came with the page. */
export function isBundled(type: Screen['type']): type is keyof typeof first {
  return type in first;
}

/** The control that shows a screen; may suspend until it is fetched. */
export function Control(props: FieldProps) {
  const { type } = props.screen;
  const shown = isBundled(type) ? first[type] : (others ?? FetchedField);
  return createElement(shown as ComponentType<FieldProps>, props);
}
