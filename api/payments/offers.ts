import type { VisitInput } from '../../engine/model.ts';
import { offersAfter } from '../../engine/shop/offers.ts';
import type { prices } from '../../schemas/api/payments.ts';
import type { Database } from '../platform/db/database.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import type { ManifestPlan } from './plan.ts';
import type { PaymentDependencies } from './open-payments.ts';

/** Who is offered something. */
export interface Customer {
  readonly userId: string;
  /** Where they are now, ISO 3166; null where that isn't known. */
  readonly country: string | null;
}

/**
 * What a user can buy, in the order in which it is offered: as the variants of their last quiz say, and in the currency
 * that they have paid in last, else that of their country.
 */
export async function offersTo(
  { database, funnels, plans: all }: Pick<PaymentDependencies, 'database' | 'funnels' | 'plans'>,
  { userId, country }: Customer,
): Promise<readonly ManifestPlan[]> {
  const hasLocal = all.some(({ countries }) => countries !== undefined);
  const plans = hasLocal ? plansIn(all, { country, paid: await readCurrency(database, userId) }) : all;
  if (plans.every(({ offer }) => offer === undefined)) return plans;
  const [visit] = await database.query<LastVisit>({
    name: 'last-visit-of-user',
    text: lastVisitText,
    values: [userId],
  });
  return offersAfter(plans, visit && funnels.get(visit.funnel), visit?.input);
}

interface Payer {
  readonly country: string | null;
  /** The currency that they have paid in last; null where they never have. */
  readonly paid: string | null;
}

/** The plans in one currency: customers that have paid stay in theirs, as far as there still are prices in it. */
export function plansIn(all: readonly ManifestPlan[], { country, paid }: Payer): readonly ManifestPlan[] {
  const isTheirs = all.some(({ currency }) => currency === paid);
  const local = all.find(({ countries }) => country !== null && countries?.includes(country));
  const currency = isTheirs ? paid : (local ?? all[0])?.currency;
  return all.filter((plan) => plan.currency === currency);
}

/** Stripe takes no second currency from subscribers, and the rest of a subscription can't come off in another. */
async function readCurrency(database: Database, userId: string): Promise<string | null> {
  const values = [userId];
  const [last] = await database.query<{ currency: string }>({ name: 'currency-of-user', text: currencyText, values });
  return last?.currency ?? null;
}

const currencyText = `
  SELECT currency FROM payments WHERE user_id = $1 AND paid_at IS NOT NULL AND NOT other_mode
  ORDER BY paid_at DESC, id LIMIT 1`;

interface LastVisit {
  readonly funnel: string;
  readonly input: VisitInput;
}

const lastVisitText = 'SELECT funnel, input FROM visits WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1';

/** What who has no account is shown. */
export function createListPrices({ plans }: Pick<PaymentDependencies, 'plans'>): Handler<typeof prices> {
  return async ({ country }) => ({ plans: plansIn(plans, { country, paid: null }).map(withoutCountries) });
}

/** As the API returns it. */
export function withoutCountries({ countries: _theirs, ...plan }: ManifestPlan): Omit<ManifestPlan, 'countries'> {
  return plan;
}
