import { Continue } from './field.tsx';
import type { FieldProps } from './field.tsx';

/** A step to read: its texts stand above, here is the way on. */
export function Info({ screen, t, pending, onNext }: FieldProps) {
  return <Continue screen={screen} t={t} pending={pending} onPress={onNext} />;
}
