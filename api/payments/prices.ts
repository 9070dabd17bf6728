import type { ManifestPlan } from './plan.ts';
import type { Stripe } from 'stripe';
import { isStripeRefusal, type StripeSource } from './stripe.ts';
import { siteLocales } from '../../engine/model.ts';
import { planId, type PlanId } from '../../schemas/api/payments.ts';
import type { Language } from '../../schemas/api/values.ts';

/** The prices of Stripe that plans are paid by. */
export interface Prices {
  /** Resolves to the id of the plan's price in a language, which is made in Stripe where it is missing. */
  find(plan: ManifestPlan, language: Language): Promise<string>;
  /** Has Stripe asked again the next time: what was known did not work. */
  invalidate(plan: ManifestPlan): void;
}

/** Each price is looked up once in the life of the process. */
export function createPrices(stripe: StripeSource): Prices {
  const known = new Map<string, Promise<string>>();
  return {
    find(plan, language) {
      const key = lookupKeyOf(plan, language);
      const found =
        known.get(key) ?? stripe().then(async (client) => (await ensurePrice(client, { plan, language })).price.id);
      known.set(key, found);
      found.catch(() => known.delete(key));
      return found;
    },
    invalidate: (plan) => siteLocales.forEach((language) => known.delete(lookupKeyOf(plan, language))),
  };
}

/** A plan in the language that Stripe's page and the invoices name it in. */
interface Offered {
  readonly plan: ManifestPlan;
  readonly language: Language;
}

/** In English as the specification (section 1) names the plans; Stripe shows it on its page and on invoices. */
const planNames: Readonly<Record<Language, Readonly<Record<PlanId, string>>>> = {
  en: { basic: 'Basic (1 month)', three_months: '3 months', lifetime: 'Lifetime' },
  es: { basic: 'Básico (1 mes)', three_months: '3 meses', lifetime: 'De por vida' },
};

/** What is taken off the price of Lifetime for a plan that runs. */
export const creditNames: Readonly<Record<Language, string>> = {
  en: 'What was left of your plan',
  es: 'Lo que quedaba de tu plan',
};

/** What ids and keys of a language other than the first end in. */
function endingOf(language: Language): string {
  return language === siteLocales[0] ? '' : `_${language}`;
}

/** Stripe's id of the product that a plan is in a language. */
export function productOf({ plan, language }: { plan: Pick<ManifestPlan, 'id'>; language: Language }): string {
  return `plan_${plan.id}${endingOf(language)}`;
}

/** The plan that a product is, by Stripe's id of it; null where it is none of ours. */
export function planOfProduct(product: string): PlanId | null {
  return (
    planId.enum.find((id) => siteLocales.some((language) => productOf({ plan: { id }, language }) === product)) ?? null
  );
}

/** What a price is found by: another amount, currency, interval or language is another price. */
export function lookupKeyOf({ id, currency, amount, months }: ManifestPlan, language: Language): string {
  return `${id}_${currency.toLowerCase()}_${amount}_${months ?? 'once'}${endingOf(language)}`;
}

/** The price of a plan as Stripe has it, archived ones too; null where there is none. */
async function readPrice(client: Stripe, { plan, language }: Offered): Promise<Stripe.Price | null> {
  const { data } = await client.prices.list({ lookup_keys: [lookupKeyOf(plan, language)], limit: 1 });
  return data[0] ?? null;
}

/** Makes the product of a plan; nothing where it is there. */
async function makeProduct(client: Stripe, offered: Offered): Promise<void> {
  const { plan, language } = offered;
  const name = planNames[language][plan.id];
  try {
    await client.products.create({ id: productOf(offered), name, metadata: { plan: plan.id } });
  } catch (error) {
    if (!isStripeRefusal(error, 'resource_already_exists')) throw error;
  }
}

/** Makes the price of a plan, whose product has to be there. Of several at once, one makes it. */
async function makePrice(client: Stripe, offered: Offered): Promise<Stripe.Price> {
  const { plan, language } = offered;
  try {
    return await client.prices.create({
      product: productOf(offered),
      lookup_key: lookupKeyOf(plan, language),
      unit_amount: plan.amount,
      currency: plan.currency.toLowerCase(),
      metadata: { plan: plan.id },
      ...(plan.months !== null && { recurring: { interval: 'month', interval_count: plan.months } }),
    });
  } catch (error) {
    const made = isStripeRefusal(error) ? await readPrice(client, offered) : null;
    if (!made) throw error;
    return made;
  }
}

/** Makes sure that the price of a plan exists at Stripe. */
async function ensurePrice(client: Stripe, offered: Offered): Promise<{ price: Stripe.Price; change: Change | null }> {
  const found = await readPrice(client, offered);
  if (found?.active) return { price: found, change: null };
  if (found) return { price: await client.prices.update(found.id, { active: true }), change: 'restored' };
  await makeProduct(client, offered);
  return { price: await makePrice(client, offered), change: 'created' };
}

type Change = 'created' | 'renamed' | 'restored' | 'archived';

/** What was done in Stripe to a product or a price, by Stripe's id of it. */
export interface PlanChange {
  readonly change: Change;
  readonly what: 'product' | 'price';
  readonly id: string;
  readonly plan: ManifestPlan['id'];
  /** Of a price: what it is found by; null where it was made by hand. */
  readonly lookupKey: string | null;
}

/**
 * Brings products and prices in Stripe in line with the plans, in every language, and archives the prices that plans no longer have: who
 * has one of those keeps paying it. Resolves to what it did, which the second time is nothing.
 */
export async function syncPlans(client: Stripe, plans: readonly ManifestPlan[]): Promise<PlanChange[]> {
  const changes: PlanChange[] = [];
  for (const plan of plans) {
    for (const language of siteLocales) {
      const offered = { plan, language };
      changes.push(...(await syncProduct(client, offered)));
      changes.push(...(await syncPrice(client, offered)));
      changes.push(...(await archiveOthers(client, offered, plans)));
    }
  }
  return changes;
}

async function syncProduct(client: Stripe, offered: Offered): Promise<PlanChange[]> {
  const { plan, language } = offered;
  const id = productOf(offered);
  const note = (change: Change) => [{ change, what: 'product', id, plan: plan.id, lookupKey: null }] as const;
  const product = await client.products.retrieve(id).catch((error: unknown) => {
    if (isStripeRefusal(error, 'resource_missing')) return null;
    throw error;
  });
  if (product === null) {
    await makeProduct(client, offered);
    return [...note('created')];
  }
  const name = planNames[language][plan.id];
  if (product.active && product.name === name) return [];
  await client.products.update(id, { active: true, name });
  return [...note(product.active ? 'renamed' : 'restored')];
}

async function syncPrice(client: Stripe, offered: Offered): Promise<PlanChange[]> {
  const { price, change } = await ensurePrice(client, offered);
  return change === null ? [] : [describePrice(change, price, offered.plan)];
}

async function archiveOthers(client: Stripe, offered: Offered, plans: readonly ManifestPlan[]): Promise<PlanChange[]> {
  const { plan, language } = offered;
  const changes: PlanChange[] = [];
  const prices = await client.prices
    .list({ product: productOf(offered), active: true, limit: 100 })
    .autoPagingToArray({ limit: 1_000 });
  for (const price of prices) {
    if (plans.some((each) => price.lookup_key === lookupKeyOf(each, language))) continue;
    await client.prices.update(price.id, { active: false });
    changes.push(describePrice('archived', price, plan));
  }
  return changes;
}

function describePrice(change: Change, { id, lookup_key }: Stripe.Price, plan: ManifestPlan): PlanChange {
  return { change, what: 'price', id, plan: plan.id, lookupKey: lookup_key };
}
