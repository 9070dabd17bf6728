import type { ComponentType } from 'react';
import type { Screen } from '../../../engine/model.ts';
import { EmailField } from './email.tsx';
import type { FieldProps, ScreenOf } from './field.ts';
import { Loader } from './loader.tsx';
import { MultipleChoice } from './multiple_choice.tsx';
import { NumberField } from './number-field.tsx';
import { NumberScale } from './number-scale.tsx';
import { NumberSlider } from './number-slider.tsx';
import { TextField } from './text.tsx';

type Other = Exclude<Screen['type'], 'intro' | 'info' | 'single_choice'>;
type Registry = { readonly [Type in Exclude<Other, 'number'>]: ComponentType<FieldProps<ScreenOf<Type>>> };

const numbers = { field: NumberField, slider: NumberSlider, scale: NumberScale };
const controls = {
  multiple_choice: MultipleChoice,
  text: TextField,
  email: EmailField,
  loader: Loader,
} satisfies Registry;

/** The control of each type of step that a quiz seldom begins with. A new type is one more line above. */
export default function OtherField(props: FieldProps) {
  const { screen } = props;
  const control = screen.type === 'number' ? numbers[screen.input] : controls[screen.type as keyof Registry];
  const Control = control as ComponentType<FieldProps>;
  return <Control {...props} />;
}
