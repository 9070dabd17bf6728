import type { VisitInput } from '../../engine/model.ts';
import { offersAfter } from '../../engine/run/offers.ts';
import type { Plan } from '../platform/site/manifest.ts';
import type { PaymentDependencies } from './open-payments.ts';

/** What a user can buy, in the order in which it is offered: as the variants of their last quiz say. */
export async function offersTo(
  { database, funnels, plans }: Pick<PaymentDependencies, 'database' | 'funnels' | 'plans'>,
  userId: string,
): Promise<readonly Plan[]> {
  if (plans.every(({ offer }) => offer === undefined)) return plans;
  const [visit] = await database.query<LastVisit>({
    name: 'last-visit-of-user',
    text: lastVisitText,
    values: [userId],
  });
  return offersAfter(plans, visit && funnels.get(visit.funnel), visit?.input);
}

interface LastVisit {
  readonly funnel: string;
  readonly input: VisitInput;
}

const lastVisitText = 'SELECT funnel, input FROM visits WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1';
