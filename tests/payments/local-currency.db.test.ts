import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stripe } from 'stripe';
import { siteLocales } from '../../engine/model.ts';
import type { PlanId } from '../../schemas/api/payments.ts';
import { outcomeOf } from '../accounts/running-accounts.ts';
import { describePostgres } from '../harness/databases.ts';
import { localPlans } from '../harness/small-site.ts';
import { addMember, runPayments, startPayments } from './calls/running-payments.ts';
import { startStripe } from './calls/stripe-front.ts';
import { cardOf } from '../stripe-stand-in/running-stand-in.ts';
import { after, openWorld, startLife, type World } from './year-life.ts';

const day = 24 * 3_600;
const planIds: readonly PlanId[] = ['basic', 'three_months', 'lifetime'];
const countries = [null, 'US', 'DE', 'ES', 'JP'];

/** To the guarantee, two buyers with one card are one person. */
const cardOfBuyer = (index: number) => ({ ...cardOf('good'), expYear: 2090 + index });

describePostgres('a purchase where there are local prices', (open) => {
  test.each(planIds)(
    'of %s takes what was shown, in its currency, from every country in either language',
    async (plan) => {
      const [database, stripe] = [await open(), await startStripe()];
      const payments = runPayments(database, stripe, { plans: localPlans });
      for (const [index, country] of countries.entries()) {
        const language = siteLocales[index % siteLocales.length]!;
        const buyer = { ...(await addMember(database, `${country}@example.org`)), language };
        await database.knex('users').where({ id: buyer.id }).update({ language });
        payments.moveTo(country);
        const { amount, currency } = (await payments.list(buyer)).plans.find(({ id }) => id === plan)!;
        const expected = localPlans.find((each) => each.id === plan && each.countries?.includes(country ?? ''));
        expect({ amount, currency }).toMatchObject({
          amount: (expected ?? localPlans.find(({ id }) => id === plan)!).amount,
          currency: expected?.currency ?? 'USD',
        });
        const { url } = await payments.buy(buyer, plan, undefined, { amount, currency });
        const page = (await stripe.client.checkout.sessions.list()).data.find((each) => each.url === url)!;
        expect([page.amount_total, page.currency]).toEqual([amount, currency.toLowerCase()]);
        expect(await stripe.standIn.pay(url, cardOfBuyer(index))).toMatchObject({ kind: 'paid' });
        await payments.sync.user(buyer.id);
        const [paid] = (await payments.list(buyer)).payments;
        expect(paid).toMatchObject({ plan, status: 'succeeded', amount, currency, refundableAmount: amount });
        const refunded = await payments.refund(buyer, paid!.id);
        expect(refunded).toMatchObject({ status: 'refunded', refundedAmount: amount, currency });
      }
      const { data } = await stripe.client.refunds.list();
      const given = data.map((refund) => `${refund.amount} ${refund.currency}`).toSorted();
      const charged = (await stripe.client.charges.list()).data.map((charge) => `${charge.amount} ${charge.currency}`);
      expect(given).toEqual(charged.toSorted());
    },
  );

  test('is refused where another price or currency was shown, and its page closes for that of another country', async () => {
    const [database, stripe] = [await open(), await startStripe()];
    // The same number in both: only the currency tells them apart.
    const plans = localPlans.map((plan) => (plan.currency === 'EUR' ? { ...plan, amount: 1499 } : plan));
    const payments = runPayments(database, stripe, { plans });
    const ada = await addMember(database);
    const dollars = { amount: 1499, currency: 'USD' };
    const { id } = await payments.buy(ada, 'basic', undefined, dollars);
    payments.moveTo('DE');
    expect(await outcomeOf(payments.buy(ada, 'basic', undefined, dollars))).toBe('price_changed');
    const euros = await payments.buy(ada, 'basic', undefined, { amount: 1499, currency: 'EUR' });
    expect(euros.id).not.toBe(id);
    const { data } = await stripe.client.checkout.sessions.list();
    expect(data.map(({ status, currency }) => `${status} ${currency}`).toSorted()).toEqual(['expired usd', 'open eur']);
    expect((await payments.buy(ada, 'basic')).id).toBe(euros.id);
  });

  test('of Lifetime waits for that of a plan in another currency, and takes its rest off in that one', async () => {
    const { stripe, payments, ada } = await startPayments(await open(), { plans: localPlans });
    payments.moveTo('DE');
    const { url } = await payments.buy(ada, 'basic');
    await stripe.standIn.pay(url);
    // Nobody here knows of that payment yet, and she is elsewhere by now.
    payments.moveTo('US');
    expect(await outcomeOf(payments.buy(ada, 'lifetime', undefined, { amount: 8999, currency: 'USD' }))).toBe(
      'price_changed',
    );
    const { amount, credit, currency } = await payments.lifetimePrice(ada);
    expect([amount + credit, currency]).toEqual([8499, 'EUR']);
    const page = await payments.buy(ada, 'lifetime', undefined, { amount, currency });
    const { data } = await stripe.client.checkout.sessions.list({ status: 'open' });
    expect(data).toMatchObject([{ url: page.url, amount_total: amount, currency: 'eur' }]);
  });

  test('of Lifetime is refused over a plan in a currency that is given up, unless its prices are kept', async () => {
    const [database, stripe] = [await open(), await startStripe()];
    const before = runPayments(database, stripe, { plans: localPlans });
    const ada = await addMember(database);
    before.moveTo('DE');
    await before.purchase(ada);
    const without = runPayments(database, stripe, { plans: localPlans.filter(({ currency }) => currency !== 'EUR') });
    expect(await without.lifetimePrice(ada)).toEqual({ amount: 8999, credit: 0, currency: 'USD' });
    expect(await outcomeOf(without.buy(ada, 'lifetime'))).toBe('payment_init');
    const plans = localPlans.map((plan) => (plan.currency === 'EUR' ? { ...plan, countries: [] } : plan));
    const kept = runPayments(database, stripe, { plans });
    const { amount, credit, currency } = await kept.lifetimePrice(ada);
    expect([amount + credit, currency, credit > 0]).toEqual([8499, 'EUR', true]);
    expect(await outcomeOf(kept.buy(ada, 'lifetime'))).toBe('done');
  });
});

describePostgres('a member who pays in euros', (open) => {
  let world: World;
  beforeAll(async () => void (world = await openWorld(await open())));
  afterAll(() => world.close());
  const start = '2027-05-03T12:00:00Z';

  test('renews, changes the plan and changes back in euros, wherever they are by then', async () => {
    const life = await startLife(world, { at: start, plan: 'basic', country: 'DE' });
    expect(await life.subscription()).toMatchObject({ amount: 1399, nextAmount: 1399, currency: 'EUR' });
    await life.goTo(after((await life.access())!, 2 * 3_600));
    await life.sync();
    expect(await life.paid()).toBe(2 * 1399);
    expect(await life.change('three_months')).toBe('paid');
    expect(await life.subscription()).toMatchObject({ plan: 'three_months', amount: 2799, currency: 'EUR' });
    expect(new Set((await life.payments()).map(({ currency }) => currency))).toEqual(new Set(['EUR']));
    expect(await life.change('basic')).toBe('paid');
    const left = -(await life.balance());
    expect(left).toBeGreaterThan(0);
    expect(await life.subscription()).toMatchObject({ amount: 1399, nextAmount: Math.max(1399 - left, 0) });
  });

  test('gets the rest off Lifetime in euros, and all of it back', async () => {
    const life = await startLife(world, { at: start, plan: 'three_months', country: 'ES' });
    await life.goTo(after(start, 10 * day));
    const shown = await life.lifetimePrice();
    expect(shown).toMatchObject({ currency: 'EUR', amount: 8499 - shown.credit });
    expect(shown.credit).toBeGreaterThan(2000);
    expect(await life.pay(await life.openLifetime(shown))).toBe('paid');
    expect(await life.paid()).toBe(2799 + shown.amount);
    await life.refund('lifetime');
    await life.refund();
    expect([await life.paid(), await life.balance(), await life.access()]).toEqual([0, 0, null]);
  });

  test('a customer in yen pays whole ones, with credit too', async () => {
    const life = await startLife(world, { at: start, plan: 'basic', country: 'JP' });
    await life.goTo(after(start, 3 * day));
    const shown = await life.lifetimePrice();
    expect(shown).toMatchObject({ currency: 'JPY', amount: 9800 - shown.credit });
    const url = await life.openLifetime(shown);
    const { data } = await world.standIn.stripe.checkout.sessions.list({ status: 'open' });
    const page = data.find((each: Stripe.Checkout.Session) => each.url === url);
    expect([page?.amount_total, page?.currency]).toEqual([shown.amount, 'jpy']);
  });
});
