import type { Stripe } from 'stripe';
import type { Plan } from './plan.ts';
import { lookupKeyOf, makePrice, makeProduct, planNames, productOf, readPrice } from './prices.ts';
import { isStripeRefusal } from './stripe.ts';

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
    changes.push(...(await archiveOthers(client, plan)));
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

async function archiveOthers(client: Stripe, plan: Plan): Promise<PlanChange[]> {
  const changes: PlanChange[] = [];
  const prices = await client.prices
    .list({ product: productOf(plan), active: true, limit: 100 })
    .autoPagingToArray({ limit: 1_000 });
  for (const price of prices) {
    if (price.lookup_key === lookupKeyOf(plan)) continue;
    await client.prices.update(price.id, { active: false });
    changes.push(describePrice('archived', price, plan));
  }
  return changes;
}

function describePrice(change: PlanChange['change'], { id, lookup_key }: Stripe.Price, plan: Plan): PlanChange {
  return { change, what: 'price', id, plan: plan.id, lookupKey: lookup_key };
}
