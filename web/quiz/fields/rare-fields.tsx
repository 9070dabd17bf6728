import type { StepType } from '../../../engine/model.ts';
import type { RareType } from '../../../engine/run/steps/index.ts';
import { tryAgain } from '../../errors.ts';
import { consent } from './consent.tsx';
import { date } from './date.tsx';
import { email } from './email.tsx';
import type { Field } from './field.tsx';
import { matrix } from './matrix.tsx';
import { phone } from './phone.tsx';
import { rank } from './rank.tsx';
import { select } from './select.tsx';

/** The types of step that few funnels use; one without a control doesn't compile. */
export const rareFields: { readonly [Type in Exclude<RareType, 'display'>]: Field<Type> } = {
  select,
  matrix,
  rank,
  email,
  phone,
  consent,
  date,
};

/** The same, with what shows charts and the like where these types need it: it is large. */
export async function loadRare(
  types: readonly StepType[],
): Promise<typeof rareFields & { readonly display?: Field<'display'> }> {
  return types.includes('display') ? { ...rareFields, ...(await tryAgain(() => import('./display.tsx'))) } : rareFields;
}
