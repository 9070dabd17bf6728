import { describe, expect, onTestFinished, test } from 'vitest';
import { localPlans, plans } from '../harness/small-site.ts';
import { ensurePortal, portalKinds } from '../../api/payments/portal-configurations.ts';
import { createPrices, lookupKeyOf, syncPlans } from '../../api/payments/prices.ts';
import { runStandIn } from '../stripe-stand-in/running-stand-in.ts';

async function startStripe() {
  const standIn = await runStandIn();
  onTestFinished(() => standIn.stop());
  return standIn.stripe;
}

const basic = plans.find(({ id }) => id === 'basic')!;
const expected = (changes: Awaited<ReturnType<typeof syncPlans>>) =>
  changes.map(({ change, what, plan, lookupKey }) => `${change} ${what} ${lookupKey ?? plan}`);

describe('the plans in Stripe', () => {
  test('are made once: the second time there is nothing to do', async () => {
    const stripe = await startStripe();
    expect(expected(await syncPlans(stripe, plans))).toEqual([
      'created product basic',
      'created price basic_usd_1499_1',
      'created product basic',
      'created price basic_usd_1499_1_es',
      'created product three_months',
      'created price three_months_usd_2999_3',
      'created product three_months',
      'created price three_months_usd_2999_3_es',
      'created product lifetime',
      'created price lifetime_usd_8999_once',
      'created product lifetime',
      'created price lifetime_usd_8999_once_es',
    ]);
    expect(await syncPlans(stripe, plans)).toEqual([]);
    expect((await stripe.products.retrieve('plan_basic')).name).toBe('Basic (1 month)');
    expect((await stripe.products.retrieve('plan_basic_es')).name).toBe('Básico (1 mes)');
    const { data } = await stripe.prices.list({ lookup_keys: ['three_months_usd_2999_3'] });
    const recurring = { interval: 'month', interval_count: 3 };
    expect(data).toMatchObject([
      { product: 'plan_three_months', unit_amount: 2999, recurring, metadata: { plan: 'three_months' } },
    ]);
  });

  test('get a new price beside the old one, which is archived, and restored when it comes back', async () => {
    const stripe = await startStripe();
    await syncPlans(stripe, [basic]);
    const yen = { ...basic, amount: 1500, currency: 'JPY' };
    expect(expected(await syncPlans(stripe, [yen]))).toEqual([
      'created price basic_jpy_1500_1',
      'archived price basic_usd_1499_1',
      'created price basic_jpy_1500_1_es',
      'archived price basic_usd_1499_1_es',
    ]);
    expect(expected(await syncPlans(stripe, [basic]))).toEqual([
      'restored price basic_usd_1499_1',
      'archived price basic_jpy_1500_1',
      'restored price basic_usd_1499_1_es',
      'archived price basic_jpy_1500_1_es',
    ]);
  });

  test('have their offers beside them, which stay until they are taken away', async () => {
    const stripe = await startStripe();
    const offer = { ...basic, offer: 'basic_b', amount: 999 };
    expect(expected(await syncPlans(stripe, [basic, offer]))).toEqual([
      'created product basic',
      'created price basic_usd_1499_1',
      'created product basic',
      'created price basic_usd_1499_1_es',
      'created price basic_usd_999_1',
      'created price basic_usd_999_1_es',
    ]);
    expect(await syncPlans(stripe, [basic, offer])).toEqual([]);
    expect(expected(await syncPlans(stripe, [basic]))).toEqual([
      'archived price basic_usd_999_1',
      'archived price basic_usd_999_1_es',
    ]);
  });

  test('have local prices beside them, and a portal for each currency that knows no other', async () => {
    const stripe = await startStripe();
    const sold = localPlans.filter(({ id, currency }) => id === 'basic' && currency !== 'JPY');
    expect(expected(await syncPlans(stripe, sold))).toEqual([
      'created product basic',
      'created price basic_usd_1499_1',
      'created product basic',
      'created price basic_usd_1499_1_es',
      'created price basic_eur_1399_1',
      'created price basic_eur_1399_1_es',
    ]);
    expect(await syncPlans(stripe, sold)).toEqual([]);
    const dearer = sold.map((plan) => (plan.currency === 'EUR' ? { ...plan, amount: 1599 } : plan));
    expect(expected(await syncPlans(stripe, dearer))).toEqual([
      'archived price basic_eur_1399_1',
      'archived price basic_eur_1399_1_es',
      'created price basic_eur_1599_1',
      'created price basic_eur_1599_1_es',
    ]);

    const parts = { plans: sold, prices: createPrices(() => Promise.resolve(stripe)) };
    const kinds = portalKinds(sold);
    expect(kinds.map(({ language, currency }) => `${language} ${currency}`)).toEqual([
      'en USD',
      'en EUR',
      'es USD',
      'es EUR',
    ]);
    const made = await Promise.all(kinds.map((kind) => ensurePortal(stripe, parts, kind)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(4);
    for (const { id, language, currency } of made) {
      const { features } = await stripe.billingPortal.configurations.retrieve(id);
      const key = `basic_${currency === 'EUR' ? 'eur_1399' : 'usd_1499'}_1${language === 'es' ? '_es' : ''}`;
      const [price] = (await stripe.prices.list({ lookup_keys: [key] })).data;
      expect(features.subscription_update.products).toMatchObject([{ prices: [price!.id] }]);
    }
    const again = await Promise.all(kinds.map((kind) => ensurePortal(stripe, parts, kind)));
    expect(again).toEqual(made.map((each) => ({ ...each, change: 'none' })));
    // In a currency that nothing is sold in any more, there is nothing to change to.
    const { id } = await ensurePortal(stripe, parts, { language: 'en', currency: 'CHF' });
    expect((await stripe.billingPortal.configurations.retrieve(id)).features.subscription_update.enabled).toBe(false);
  });

  test('get their names and their place back', async () => {
    const stripe = await startStripe();
    await syncPlans(stripe, [basic]);
    await stripe.products.update('plan_basic', { name: 'Basics' });
    expect(expected(await syncPlans(stripe, [basic]))).toEqual(['renamed product basic']);
    await stripe.products.update('plan_basic', { active: false });
    expect(expected(await syncPlans(stripe, [basic]))).toEqual(['restored product basic']);
  });
});

describe('the price of a plan', () => {
  test('is made at the first purchase, by any number of processes, and asked for once by each', async () => {
    const stripe = await startStripe();
    let asked = 0;
    const source = () => Promise.resolve(((asked += 1), stripe));
    const processes = [createPrices(source), createPrices(source)];
    const found = await Promise.all(
      processes.flatMap((prices) => [prices.find(basic, 'en'), prices.find(basic, 'en')]),
    );
    expect(new Set(found).size).toBe(1);
    expect(asked).toBe(2);
    expect((await stripe.prices.list()).data).toMatchObject([{ lookup_key: lookupKeyOf(basic, 'en'), active: true }]);
  });

  test('is one for each language, so that the page of the payment names the plan in it', async () => {
    const stripe = await startStripe();
    const prices = createPrices(() => Promise.resolve(stripe));
    const price = await stripe.prices.retrieve(await prices.find(basic, 'es'), { expand: ['product'] });
    expect(price).toMatchObject({ product: { name: 'Básico (1 mes)' }, metadata: { plan: 'basic' } });
    expect(await prices.find(basic, 'en')).not.toBe(price.id);
  });

  test('that was archived by mistake is used again', async () => {
    const stripe = await startStripe();
    const prices = createPrices(() => Promise.resolve(stripe));
    const id = await prices.find(basic, 'en');
    await stripe.prices.update(id, { active: false });
    prices.invalidate(basic);
    expect(await prices.find(basic, 'en')).toBe(id);
    expect((await stripe.prices.retrieve(id)).active).toBe(true);
  });
});
