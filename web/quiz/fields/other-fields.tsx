import type { CommonType } from '../../../engine/run/steps/index.ts';
import type { BundledType, Field } from './field.tsx';
import { loader } from './loader.tsx';
import { multipleChoice } from './multiple_choice.tsx';
import { number } from './number.tsx';
import { text } from './text.tsx';

/** The common types of step that a quiz seldom begins with. One without a control doesn't compile, here or in index.ts. */
export const otherFields: { readonly [Type in Exclude<CommonType, BundledType>]: Field<Type> } = {
  multiple_choice: multipleChoice,
  number,
  text,
  loader,
};
