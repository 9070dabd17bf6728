import { expect, test } from 'vitest';
import type { User } from '../../../schemas/api/values.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import { describeDatabases } from '../../harness/databases.ts';
import { outcomeOf } from '../../accounts/running-accounts.ts';
import { addMember, runPayments } from './running-payments.ts';
import { startStripe } from './stripe-front.ts';

/** Somebody who has paid for a plan, and what they can do on Stripe's pages. */
async function startMember(database: Database, about: Partial<User> = {}) {
  const stripe = await startStripe();
  const payments = runPayments(database, stripe);
  const ada = { ...(await addMember(database)), ...about };
  await payments.purchase(ada);
  const { portal } = stripe.standIn.standIn;
  const open = async (to?: 'card' | 'plan' | 'cancel') => (await payments.portal(ada, to)).url.split('/').at(-1)!;
  const plan = async () => (await payments.list(ada, { fresh: true })).subscriptions[0]!;
  return { stripe, payments, ada, portal, open, plan };
}

describeDatabases("Stripe's portal", (open) => {
  test('shows plan, card and invoices in the language of the account, and leads back', async () => {
    const member = await startMember(await open(), { language: 'es' });
    const view = member.portal.view(await member.open());
    expect(view).toMatchObject({ locale: 'es', flow: null, returnUrl: 'https://example.com/cabinet/payment?fresh=1' });
    expect(view?.subscription?.others.map(({ description }) => description)).toContain('3 meses');
    expect(view?.invoices).toMatchObject([{ amount: 1499 }]);
    expect(view?.card).toEqual({ brand: 'visa', last4: '4242' });
  });

  test('cancels and renews after all, and each is known here by the next look', async () => {
    const { portal, open: openPortal, plan } = await startMember(await open());
    const { renewsAt } = await plan();
    await portal.setRenewal(await openPortal('cancel'), false, { feedback: 'unused' });
    expect(await plan()).toMatchObject({ status: 'active', renewsAt: null, endsAt: renewsAt });
    await portal.setRenewal(await openPortal(), true);
    expect(await plan()).toMatchObject({ renewsAt, endsAt: null });
  });

  test('of two changes at once makes one, and the other is refused', async () => {
    const { stripe, portal, open: openPortal, plan } = await startMember(await open());
    const pages = await Promise.all([openPortal('plan'), openPortal('plan'), openPortal('cancel')]);
    const [other] = portal.view(pages[0])!.subscription!.others;
    const kinds = await Promise.all(pages.slice(0, 2).map((page) => portal.changePlan(page, other!.id)));
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['gone', 'paid']);
    expect(await plan()).toMatchObject({ plan: 'three_months', amount: 2999 });
    expect((await stripe.client.charges.list()).data).toHaveLength(2);
    expect((await portal.setRenewal(pages[2], false)).kind).toBe('paid');
    expect((await portal.setRenewal(pages[2], false)).kind).toBe('gone');
  });

  test('is not opened for what was changed meanwhile, and the change is known then', async () => {
    const database = await open();
    const { stripe, payments, ada } = await startMember(database);
    const [subscription] = (await payments.list(ada)).subscriptions;
    await stripe.client.subscriptions.update(subscription!.id, { cancel_at_period_end: true });
    expect(await outcomeOf(payments.portal(ada, 'cancel'))).toBe('not_changeable');
    expect((await payments.list(ada)).subscriptions).toMatchObject([{ renewsAt: null }]);
    expect(await outcomeOf(payments.portal(ada, 'plan'))).toBe('not_changeable');
    expect(await outcomeOf(payments.portal(ada, 'card'))).toBe('done');
  });

  test('is for who has paid: there is none for others, nor while Stripe is away', async () => {
    const database = await open();
    const { stripe, payments, ada } = await startMember(database);
    const eva = await addMember(database, 'eva@example.org');
    expect(await outcomeOf(payments.portal(eva))).toBe('not_found');
    stripe.faults.set('POST /v1/billing_portal', 'down');
    expect(await outcomeOf(payments.portal(ada))).toBe('payment_unavailable');
    stripe.faults.set('GET', 'down');
    expect((await payments.list(ada, { fresh: true })).subscriptions).toHaveLength(1);
    stripe.faults.clear();
    expect(await outcomeOf(payments.portal(ada))).toBe('done');
    expect(payments.limits.filter((limit) => limit === 'portalByUser')).toHaveLength(3);
  });

  test('takes another card, which pays from then on', async () => {
    const { stripe, portal, open: openPortal, plan } = await startMember(await open());
    const page = await openPortal('card');
    const paidWith = async () => {
      const { data } = await stripe.client.subscriptions.list({ expand: ['data.default_payment_method'] });
      return (data[0]!.default_payment_method as { card?: { last4: string } }).card?.last4;
    };
    const card = { number: '4000000000000002', expMonth: 12, expYear: 2090, cvc: '12' };
    expect(await portal.saveCard(page, card)).toMatchObject({ kind: 'declined', field: 'cvc' });
    const good = { ...card, number: '5555555555554444', cvc: '123' };
    expect(await portal.saveCard(page, good)).toMatchObject({ kind: 'paid' });
    expect(portal.view(page)?.card).toEqual({ brand: 'mastercard', last4: '4444' });
    expect(await paidWith()).toBe('4242'); // Stripe gives it to the customer alone
    await plan();
    expect(await paidWith()).toBe('4444');
    stripe.standIn.setTime(Date.now() + 2 * 3_600_000);
    expect(portal.view(page)).toBeNull();
  });
});
