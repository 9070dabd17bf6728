import type { ComponentType } from 'react';
import type { Screen, StepType } from '../../../engine/model.ts';
import { date } from './date.tsx';
import { email } from './email.tsx';
import type { BundledType, Explained, Field, FieldProps } from './field.tsx';
import { loader } from './loader.tsx';
import { multipleChoice } from './multiple_choice.tsx';
import { number } from './number.tsx';
import { text } from './text.tsx';

/** The types of step that a quiz seldom begins with. One without a control doesn't compile, here or in index.ts. */
const fields: { readonly [Type in Exclude<StepType, BundledType>]: Field<Type> } = {
  multiple_choice: multipleChoice,
  number,
  text,
  email,
  date,
  loader,
};

const fieldOf = (screen: Screen) => fields[screen.type as keyof typeof fields] as unknown as Field<'text'>;

/** The control of a type that doesn't come with the page. */
export default function OtherField(props: FieldProps) {
  const Control = fieldOf(props.screen).Control as ComponentType<FieldProps>;
  return <Control {...props} />;
}

/** What is wrong with an answer, in the visitor's words. */
export function problemText(explained: Explained): string {
  return fieldOf(explained.screen).problemText(explained as Parameters<Field<'text'>['problemText']>[0]);
}
