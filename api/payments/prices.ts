import type { Plan } from '../platform/site/manifest.ts';
import type { Stripe } from 'stripe';
import { isStripeRefusal, type StripeSource } from './stripe.ts';
import type { PlanId } from '../../schemas/api/payments.ts';

/** The prices of Stripe that plans are paid by. */
export interface Prices {
  /** Resolves to the id of the plan's price, which is made in Stripe where it is missing. */
  find(plan: Plan): Promise<string>;
  /** Has Stripe asked again the next time: what was known did not work. */
  invalidate(plan: Plan): void;
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
    invalidate: (plan) => void known.delete(lookupKeyOf(plan)),
  };
}

/** As the specification (section 1) names the plans; Stripe shows it on its page and on invoices. */
const planNames: Readonly<Record<PlanId, string>> = {
  basic: 'Basic (1 month)',
  three_months: '3 months',
  lifetime: 'Lifetime',
};

/** Stripe's id of the product that a plan is. */
function productOf({ id }: Plan): string {
  return `plan_${id}`;
}

/** What a price is found by: another amount, currency or interval is another price. */
export function lookupKeyOf({ id, currency, amount, months }: Plan): string {
  return `${id}_${currency.toLowerCase()}_${amount}_${months ?? 'once'}`;
}

/** The price of a plan as Stripe has it, archived ones too; null where there is none. */
async function readPrice(client: Stripe, plan: Plan): Promise<Stripe.Price | null> {
  const { data } = await client.prices.list({ lookup_keys: [lookupKeyOf(plan)], limit: 1 });
  return data[0] ?? null;
}

/** Makes the product of a plan; nothing where it is there. */
async function makeProduct(client: Stripe, plan: Plan): Promise<void> {
  try {
    await client.products.create({ id: productOf(plan), name: planNames[plan.id], metadata: { plan: plan.id } });
  } catch (error) {
    if (!isStripeRefusal(error, 'resource_already_exists')) throw error;
  }
}

/** Makes the price of a plan, whose product has to be there. Of several at once, one makes it. */
async function makePrice(client: Stripe, plan: Plan): Promise<Stripe.Price> {
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

/** What was done in Stripe to a product or a price, by Stripe's id of it. */
export interface PlanChange {
  readonly change: 'created' | 'renamed' | 'restored' | 'archived';
  readonly what: 'product' | 'price';
  readonly id: string;
  readonly plan: Plan['id'];
  /** Of a price: what it is found by; null where it was made by hand. */
  readonly lookupKey: string | null;
}

/**
 * Brings products and prices in Stripe in line with the plans, and archives the prices that plans no longer have: who
 * has one of those keeps paying it. Resolves to what it did, which the second time is nothing.
 */
export async function syncPlans(client: Stripe, plans: readonly Plan[]): Promise<PlanChange[]> {
  const changes: PlanChange[] = [];
  for (const plan of plans) {
    changes.push(...(await syncProduct(client, plan)));
    changes.push(...(await syncPrice(client, plan)));
    changes.push(...(await archiveOthers(client, plan, plans)));
  }
  return changes;
}

async function syncProduct(client: Stripe, plan: Plan): Promise<PlanChange[]> {
  const id = productOf(plan);
  const note = (change: PlanChange['change']) =>
    [{ change, what: 'product', id, plan: plan.id, lookupKey: null }] as const;
  const product = await client.products.retrieve(id).catch((error: unknown) => {
    if (isStripeRefusal(error, 'resource_missing')) return null;
    throw error;
  });
  if (product === null) {
    await makeProduct(client, plan);
    return [...note('created')];
  }
  const name = planNames[plan.id];
  if (product.active && product.name === name) return [];
  await client.products.update(id, { active: true, name });
  return [...note(product.active ? 'renamed' : 'restored')];
}

async function syncPrice(client: Stripe, plan: Plan): Promise<PlanChange[]> {
  const found = await readPrice(client, plan);
  if (found?.active) return [];
  const price = found ? await client.prices.update(found.id, { active: true }) : await makePrice(client, plan);
  return [describePrice(found ? 'restored' : 'created', price, plan)];
}

async function archiveOthers(client: Stripe, plan: Plan, plans: readonly Plan[]): Promise<PlanChange[]> {
  const changes: PlanChange[] = [];
  const prices = await client.prices
    .list({ product: productOf(plan), active: true, limit: 100 })
    .autoPagingToArray({ limit: 1_000 });
  for (const price of prices) {
    if (plans.some((each) => price.lookup_key === lookupKeyOf(each))) continue;
    await client.prices.update(price.id, { active: false });
    changes.push(describePrice('archived', price, plan));
  }
  return changes;
}

function describePrice(change: PlanChange['change'], { id, lookup_key }: Stripe.Price, plan: Plan): PlanChange {
  return { change, what: 'price', id, plan: plan.id, lookupKey: lookup_key };
}
