import type { prices } from '../../../schemas/api/payments.ts';
import { session } from '../../session/page-session.ts';
import type { Plan } from '../../site.ts';

/** All plans, then all offers, in the currency of the visitor's country. Rejects as every call of the API does. */
export async function loadLocalPlans(): Promise<readonly Plan[]> {
  const { plans } = await session().api.call<typeof prices>('GET', '/v1/payments/prices/');
  return plans;
}
