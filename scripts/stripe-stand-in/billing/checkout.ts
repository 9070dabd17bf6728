import type { Stripe } from 'stripe';
import { idOf, nulls, wholeList } from '../objects/fields.ts';
import { newPaymentIntent } from '../objects/payment.ts';
import { amountOf } from '../objects/price.ts';
import { itemOf } from '../objects/subscription.ts';
import { totalsOf } from '../objects/totals.ts';
import type { Books } from '../state/books.ts';
import type { Checkout } from '../state/tables.ts';
import { dueAfterBalance } from './balance.ts';
import { declines } from './cards.ts';
import { answerBank, attachPaymentMethod, chargeCard, type CardResult } from './charge-card.ts';
import { addPaymentIntent, draftInvoice, finalizeInvoice, invoiceSinglePayment, markInvoicePaid } from './invoices.ts';
import { couponOf, redeem, type AppliedDiscount } from './promotions.ts';
import { answerForSetup, beginSetup, setUpCard } from './set-up-card.ts';
import { describePrice, startSubscription } from './subscriptions.ts';
import { taxRateOf } from './tax.ts';

type Session = Stripe.Checkout.Session;

export function expireSession(books: Books, session: Session): Session {
  return books.change('sessions', session.id, { status: 'expired', url: null }, 'checkout.session.expired');
}

/**
 * Pays an open session, which makes what was bought; with no card where none is asked for. A refused payment leaves it
 * open. Null: there was nothing to pay.
 */
export function payCheckout(books: Books, session: Session, paymentMethod: string | null): CardResult | null {
  if (isFree(session)) {
    complete(books, session, { paymentMethod: null });
    return null;
  }
  if (paymentMethod === null) return { kind: 'declined', decline: declines.noCard };
  if (dueOf(books, session) === 0)
    return settle(books, session, setUpCard(books, beginSaving(books, session), paymentMethod));
  const paymentIntent = beginPayment(books, session);
  return settle(books, session, chargeCard(books, { paymentIntent, paymentMethod, occasion: 'checkout' }));
}

/** The person at the page has answered the bank; null: it had not asked. */
export function answerForCheckout(books: Books, session: Session, isConfirmed: boolean): CardResult | null {
  const { paymentIntent, setupIntent } = checkoutOf(books, session.id);
  if (setupIntent && dueOf(books, session) === 0)
    return settle(books, session, answerForSetup(books, setupIntent, isConfirmed));
  return settle(books, session, paymentIntent === null ? null : answerBank(books, paymentIntent, isConfirmed));
}

function settle(books: Books, session: Session, result: CardResult | null): CardResult | null {
  if (result?.kind === 'paid' || result?.kind === 'saved') complete(books, session, result);
  return result;
}

/** What is charged now: for a subscription, a customer's balance pays first, if it is of its currency. */
export function dueOf({ tables }: Books, { mode, customer: id, currency, amount_total }: Session): number {
  const total = amount_total ?? 0;
  const customer = tables.customers.get(idOf(id));
  const isApplied = mode === 'subscription' && customer && (customer.currency ?? currency) === currency;
  return isApplied ? dueAfterBalance(customer, total) : total;
}

/** Nothing is due, now or later, so that no card is asked for. */
export function isFree({ mode, amount_total }: Session): boolean {
  return mode === 'payment' && amount_total === 0;
}

/** Whether the bank's question has not been answered. */
export function isAuthenticating({ tables }: Books, { id, status }: Session): boolean {
  const { paymentIntent, setupIntent } = tables.checkouts.get(id) ?? {};
  const intent = tables.paymentIntents.get(paymentIntent) ?? tables.setupIntents.get(setupIntent);
  return status === 'open' && intent?.status === 'requires_action';
}

export function checkoutOf({ tables }: Books, sessionId: string): Checkout {
  const checkout = tables.checkouts.get(sessionId);
  if (!checkout) throw new Error(`${sessionId} sells nothing`);
  return checkout;
}

export function priceIn(books: Books, sessionId: string): Stripe.Price {
  return books.tables.prices.get(checkoutOf(books, sessionId).price)!;
}

/** Works out what is due again, after a promotion code or a country. */
export function reckonSession(books: Books, sessionId: string): Session {
  const { country } = checkoutOf(books, sessionId);
  const { promotion, coupon } = discountFor(books, sessionId);
  const { automatic_tax } = books.tables.sessions.get(sessionId)!;
  const taxPercent = automatic_tax.enabled && country ? taxRateOf(country) : null;
  const { subtotal, discount, tax, total } = totalsOf(amountOf(priceIn(books, sessionId)), { coupon, taxPercent });
  return books.change('sessions', sessionId, {
    discounts: coupon ? [{ coupon: coupon.id, promotion_code: promotion?.id ?? null }] : [],
    amount_subtotal: subtotal,
    amount_total: total,
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: tax },
    ...(taxPercent !== null && { automatic_tax: { ...automatic_tax, status: 'complete' } }),
  });
}

/** The same payment for all the cards that are tried. */
function beginPayment(books: Books, session: Session): string {
  const { id, mode } = session;
  const { paymentIntent, paymentIntentMetadata: metadata } = checkoutOf(books, id);
  const amount = dueOf(books, session);
  if (paymentIntent !== null) return books.change('paymentIntents', paymentIntent, { amount }).id;
  const customer = idOf(session.customer);
  const parts = { customer, amount, currency: session.currency ?? 'usd' };
  if (mode === 'subscription') {
    const description = 'Subscription creation';
    const intent = addPaymentIntent(books, { ...parts, description });
    return books.change('checkouts', id, { paymentIntent: intent }).paymentIntent!;
  }
  const single = newPaymentIntent({ ...parts, metadata, created: books.timeOf(customer) });
  books.change('checkouts', id, { paymentIntent: single.id });
  books.change('sessions', id, { payment_intent: single.id });
  return books.add('paymentIntents', single, 'payment_intent.created').id;
}

/** Where nothing is due, a card is saved all the same: it pays for what comes. */
function beginSaving(books: Books, { id, customer }: Session): string {
  const setupIntent = checkoutOf(books, id).setupIntent ?? beginSetup(books, idOf(customer) ?? '');
  books.change('checkouts', id, { setupIntent });
  return setupIntent;
}

function complete(books: Books, { id }: Session, { paymentMethod }: { readonly paymentMethod: string | null }): void {
  const session = books.tables.sessions.get(id)!;
  const { country } = checkoutOf(books, id);
  const customerId = idOf(session.customer) ?? '';
  if (country) saveCountry(books, customerId, country);
  const bought = makeWhatWasBought(books, session, paymentMethod);
  const { address, email, name } = books.tables.customers.get(customerId)!;
  const payer = books.tables.paymentMethods.get(paymentMethod)?.billing_details;
  const patch: Partial<Session> = {
    ...bought,
    status: 'complete',
    payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
    url: null,
    customer_details: {
      ...nulls('business_name', 'individual_name', 'phone'),
      tax_exempt: 'none',
      tax_ids: [],
      email,
      address: address ?? null,
      name: payer?.name ?? name ?? null,
    },
  };
  books.change('sessions', id, patch, 'checkout.session.completed');
}

/** As `customer_update` asks for, which is needed where tax is worked out. */
function saveCountry(books: Books, customer: string, country: string): void {
  if (books.tables.customers.get(customer)?.address?.country === country) return;
  const address = { ...nulls('city', 'line1', 'line2', 'postal_code', 'state'), country };
  books.change('customers', customer, { address }, 'customer.updated');
}

function makeWhatWasBought(books: Books, session: Session, paymentMethod: string | null): Partial<Session> {
  if (session.mode === 'subscription') return subscribe(books, session, paymentMethod!);
  const discount = takeDiscount(books, session, null);
  if (!session.invoice_creation?.enabled) return {};
  const customer = books.tables.customers.get(idOf(session.customer))!;
  const paymentIntent = session.amount_total === 0 ? undefined : (idOf(session.payment_intent) ?? undefined);
  const sold = { customer, price: priceIn(books, session.id), discount, hasTax: session.automatic_tax.enabled };
  return { invoice: invoiceSinglePayment(books, { ...sold, paymentIntent }).id };
}

/** By the promotion code that was typed in, or as it was sold. */
export function discountFor(books: Books, sessionId: string) {
  const { promotion: code, coupon: given } = checkoutOf(books, sessionId);
  const promotion = books.tables.promotionCodes.get(code) ?? null;
  const coupon = promotion ? couponOf(books, promotion) : (books.tables.coupons.get(given) ?? null);
  return { promotion, coupon };
}

/** Uses up what is taken off, if there is something. */
function takeDiscount(
  books: Books,
  { id, customer }: Session,
  subscription: Stripe.Subscription | null,
): AppliedDiscount | null {
  const { promotion, coupon } = discountFor(books, id);
  if (!coupon) return null;
  const of = { customer: idOf(customer) ?? '', subscription: subscription?.id ?? null, session: id };
  return redeem(books, { ...of, coupon, promotion });
}

function subscribe(books: Books, session: Session, paymentMethod: string): Partial<Session> {
  const { subscriptionMetadata: metadata, paymentIntent } = checkoutOf(books, session.id);
  const customer = idOf(session.customer) ?? '';
  const isDue = dueOf(books, session) > 0;
  attachPaymentMethod(books, paymentMethod, customer);
  const started = startSubscription(books, priceIn(books, session.id), { customer, paymentMethod, metadata });
  const discount = takeDiscount(books, session, started);
  const subscription = books.change('subscriptions', started.id, {
    discounts: discount ? [discount.id] : [],
    automatic_tax: { ...started.automatic_tax, enabled: session.automatic_tax.enabled },
  });
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  const draft = draftInvoice(books, subscription, { reason: 'subscription_create', period: { start, end } });
  const latest = { latest_invoice: draft.id };
  books.change('subscriptions', subscription.id, latest, 'customer.subscription.created');
  const paidBy = isDue && paymentIntent !== null ? { paymentIntent } : {};
  const invoice = finalizeInvoice(books, draft, { ...paidBy, session: session.id });
  if (invoice.status !== 'paid') markInvoicePaid(books, invoice);
  return { subscription: subscription.id, invoice: invoice.id };
}

/** What a Checkout Session sells. */
export function lineItemsOf(books: Books, sessionId: string): Stripe.ApiList<Stripe.LineItem> {
  const price = priceIn(books, sessionId);
  const { amount_subtotal, amount_total, total_details } = books.tables.sessions.get(sessionId)!;
  const item = {
    id: `li_${sessionId.slice(-24)}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: total_details?.amount_discount ?? 0,
    amount_subtotal: amount_subtotal ?? 0,
    amount_tax: total_details?.amount_tax ?? 0,
    amount_total: amount_total ?? 0,
    currency: price.currency,
    description: describePrice(books, price),
    metadata: {},
    price,
    quantity: 1,
  } satisfies Stripe.LineItem;
  return wholeList(`/v1/checkout/sessions/${sessionId}/line_items`, [item]);
}
