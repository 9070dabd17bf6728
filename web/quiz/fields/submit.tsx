import type { ComponentProps } from 'react';
import { useEarlyFields } from '../early-fields.ts';
import { Continue } from './field.tsx';

/** Continue inside a form, whose fields are taken over with it. */
export function Submit(props: Omit<ComponentProps<typeof Continue>, 'onPress'>) {
  useEarlyFields();
  return <Continue {...props} />;
}
