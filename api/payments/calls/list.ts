import type { subscriptions } from '../../../schemas/api/payments.ts';
import type { Handler } from '../../platform/http/handler.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { describeBought } from './bought.ts';
import { readBought } from './read-bought.ts';

/** What can be bought, and what the caller has bought, by what is stored: Stripe is not asked. */
export function createList({ database, plans }: PaymentDependencies): Handler<typeof subscriptions> {
  const offered = plans.map(({ id, amount, currency, months, recommended }) => ({
    id,
    amount,
    currency,
    months,
    recommended,
  }));
  return async ({ user: { user } }) => ({
    plans: offered,
    ...describeBought(await readBought(database, user.id), Date.now()),
  });
}
