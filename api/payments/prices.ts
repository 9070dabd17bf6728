import type { Stripe } from 'stripe';
import type { PlanId } from '../../schemas/api/payments.ts';
import type { Plan } from './plan.ts';
import { isStripeRefusal, type StripeSource } from './stripe.ts';

/** The prices of Stripe that plans are paid by. */
export interface Prices {
  /** Resolves to the id of the plan's price, which is made in Stripe where it is missing. */
  find(plan: Plan): Promise<string>;
  /** Has Stripe asked again the next time: what was known did not work. */
  forget(plan: Plan): void;
}

/** Each price is looked up once in the life of the process. */
export function createPrices(stripe: StripeSource): Prices {
  const known = new Map<string, Promise<string>>();
  return {
    find(plan) {
      const key = lookupKeyOf(plan);
      const found = known.get(key) ?? findOrMake(stripe, plan);
      known.set(key, found);
      found.catch(() => known.delete(key));
      return found;
    },
    forget: (plan) => void known.delete(lookupKeyOf(plan)),
  };
}

/** As the specification (section 1) names the plans; Stripe shows it on its page and on invoices. */
export const planNames: Readonly<Record<PlanId, string>> = {
  basic: 'Basic (1 month)',
  three_months: '3 months',
  lifetime: 'Lifetime',
};

/** Stripe's id of the product that a plan is. */
export function productOf({ id }: Plan): string {
  return `plan_${id}`;
}

/** What a price is found by: another amount, currency or interval is another price. */
export function lookupKeyOf({ id, currency, amount, months }: Plan): string {
  return `${id}_${currency.toLowerCase()}_${amount}_${months ?? 'once'}`;
}

/** The price of a plan as Stripe has it, archived ones too; null where there is none. */
export async function readPrice(client: Stripe, plan: Plan): Promise<Stripe.Price | null> {
  const { data } = await client.prices.list({ lookup_keys: [lookupKeyOf(plan)], limit: 1 });
  return data[0] ?? null;
}

/** Makes the product of a plan; nothing where it is there. */
export async function makeProduct(client: Stripe, plan: Plan): Promise<void> {
  try {
    await client.products.create({ id: productOf(plan), name: planNames[plan.id], metadata: { plan: plan.id } });
  } catch (error) {
    if (!isStripeRefusal(error, 'resource_already_exists')) throw error;
  }
}

/** Makes the price of a plan, whose product has to be there. Of several at once, one makes it. */
export async function makePrice(client: Stripe, plan: Plan): Promise<Stripe.Price> {
  try {
    return await client.prices.create({
      product: productOf(plan),
      lookup_key: lookupKeyOf(plan),
      unit_amount: plan.amount,
      currency: plan.currency.toLowerCase(),
      metadata: { plan: plan.id },
      ...(plan.months !== null && { recurring: { interval: 'month', interval_count: plan.months } }),
    });
  } catch (error) {
    const made = isStripeRefusal(error) ? await readPrice(client, plan) : null;
    if (!made) throw error;
    return made;
  }
}

async function findOrMake(stripe: StripeSource, plan: Plan): Promise<string> {
  const client = await stripe();
  const found = await readPrice(client, plan);
  if (found?.active) return found.id;
  if (found) return (await client.prices.update(found.id, { active: true })).id;
  await makeProduct(client, plan);
  return (await makePrice(client, plan)).id;
}
