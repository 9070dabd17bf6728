import { expect, test } from 'vitest';
import type { User } from '../../../schemas/api/values.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import { describePostgres } from '../../harness/databases.ts';
import { createRateLimits } from '../../../api/platform/http/rate-limits.ts';
import { outcomeOf } from '../../accounts/running-accounts.ts';
import { addMember, runPayments } from './running-payments.ts';
import { startStripe } from './stripe-front.ts';
import { paymentLimits } from '../../../api/payments/limits.ts';

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

describePostgres("Stripe's portal", (open) => {
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

  test('is read again at each return from it, also while another tab reads', async () => {
    const { stripe, payments, ada } = await startMember(await open());
    const [subscription] = (await payments.list(ada)).subscriptions;
    const look = () => payments.list(ada, { fresh: true });
    let other: ReturnType<typeof look> | undefined;
    // By then the first tab has read the subscription, and not yet the invoices.
    stripe.meanwhile.set('GET /v1/invoices', async () => {
      if (other) return;
      await stripe.standIn.stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: true });
      other ??= look();
    });
    await look();
    expect((await other)?.subscriptions).toMatchObject([{ renewsAt: null }]);
  });

  test('is not read for a member who returns all the time', async () => {
    const database = await open();
    const { stripe, ada } = await startMember(database);
    const rateLimits = createRateLimits(database);
    const payments = runPayments(database, stripe, { rateLimits });
    while (await rateLimits.tryConsume(paymentLimits.portalByUser, ada.id));
    const { length } = stripe.asked;
    expect((await payments.list(ada, { fresh: true })).subscriptions).toHaveLength(1);
    expect(stripe.asked).toHaveLength(length);
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

  test('is for members who have paid: there is none for others, nor while Stripe is away', async () => {
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

  test('keeps the old card until the bank agrees to the new one', async () => {
    const { stripe, portal, open: openPortal, plan } = await startMember(await open());
    const card = { expMonth: 12, expYear: 2090, cvc: '123' };
    const save = (page: string, number: string) => portal.saveCard(page, { ...card, number });
    const page = await openPortal('card');
    expect(await save(page, '4000000000000002')).toMatchObject({ message: 'Your card was declined.' });
    expect(await save(page, '4000002500003155')).toEqual({ kind: 'authenticate' });
    expect(portal.view(page)).toMatchObject({ isAuthenticating: true, card: { last4: '4242' } });
    expect(await portal.authenticate(page, 'refuse')).toMatchObject({ kind: 'declined' });
    expect(portal.view(page)).toMatchObject({ isAuthenticating: false, card: { last4: '4242' } });
    // Abandoned: another visit starts over.
    await save(page, '4000002500003155');
    const again = await openPortal('card');
    expect(portal.view(again)).toMatchObject({ isAuthenticating: false, card: { last4: '4242' } });
    expect(await portal.authenticate(again, 'confirm')).toEqual({ kind: 'gone' });
    expect((await stripe.client.customers.list()).data[0]!.invoice_settings.default_payment_method).toBeNull();
    await save(again, '4000002500003155');
    expect(await portal.authenticate(again, 'confirm')).toMatchObject({ kind: 'paid' });
    expect(portal.view(again)?.card).toEqual({ brand: 'visa', last4: '3155' });
    await plan();
    const { data } = await stripe.client.setupIntents.list();
    expect(data.map(({ status }) => status).toSorted()).toEqual(['requires_action', 'succeeded']);
  });

  test('writes address and tax number on the invoices that come, and refuses a wrong one', async () => {
    const { stripe, portal, open: openPortal } = await startMember(await open());
    const page = await openPortal();
    const details = { line1: 'Calle Mayor 1', postalCode: '28013', city: 'Madrid', country: 'ES', taxIdType: 'eu_vat' };
    expect(await portal.saveDetails(page, { ...details, taxId: '12' })).toMatchObject({ field: 'taxId' });
    expect(portal.view(page)?.details).toMatchObject({ line1: '', taxId: '' });
    await portal.saveDetails(page, { ...details, taxId: 'ESB12345678' });
    expect(portal.view(page)?.details).toEqual({ ...details, taxId: 'ESB12345678' });
    const [longer] = portal.view(page)!.subscription!.others;
    await portal.changePlan(page, longer!.id);
    expect((await stripe.client.invoices.list()).data[0]).toMatchObject({
      customer_address: { city: 'Madrid', country: 'ES' },
      customer_tax_ids: [{ type: 'eu_vat', value: 'ESB12345678' }],
    });
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
