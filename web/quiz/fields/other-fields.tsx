import type { ComponentType } from 'react';
import type { Screen } from '../../../engine/model.ts';
import { EmailField } from './email.tsx';
import type { FieldProps, ScreenOf } from './field.tsx';
import { Loader } from './loader.tsx';
import { MultipleChoice } from './multiple_choice.tsx';
import { NumberQuestion } from './number.tsx';
import { TextField } from './text.tsx';

type Other = Exclude<Screen['type'], 'intro' | 'info' | 'single_choice'>;
type Registry = { readonly [Type in Other]: ComponentType<FieldProps<ScreenOf<Type>>> };

const controls = {
  multiple_choice: MultipleChoice,
  number: NumberQuestion,
  text: TextField,
  email: EmailField,
  loader: Loader,
} satisfies Registry;

/** The control of each type of step that a quiz seldom begins with. A new type is one more line above. */
export default function OtherField(props: FieldProps) {
  const Control = controls[props.screen.type as Other] as ComponentType<FieldProps>;
  return <Control {...props} />;
}
