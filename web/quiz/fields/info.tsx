import { Continue, type FieldProps, type Field } from './field.tsx';

export const info: Field<'info'> = { Control: Info, problemText: null };

/** A step to read: its texts stand above, here is the way on. */
function Info({ screen, t, pending, onNext }: FieldProps) {
  return <Continue screen={screen} t={t} pending={pending} onPress={onNext} />;
}
