import type { Stripe } from 'stripe';
import { newCustomer } from '../objects/customer.ts';
import { idOf, nulls } from '../objects/fields.ts';
import { newPaymentIntent } from '../objects/payment.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Books } from '../state/books.ts';
import type { Checkout } from '../state/rows.ts';
import { totalsOf } from '../objects/totals.ts';
import { nextBalance } from './balance.ts';
import { declines } from './cards.ts';
import { answerBank, chargeCard, type ChargeResult } from './charge-card.ts';
import { draftInvoice, finalizeInvoice, invoiceSinglePayment, markInvoicePaid } from './invoices.ts';
import { attachPaymentMethod } from './payment-methods.ts';
import { couponOf, redeem, type AppliedDiscount } from './promotions.ts';
import { answerForSetup, beginSetup, setUpCard, type SetupResult } from './set-up-card.ts';
import { startSubscription } from './subscriptions.ts';
import { taxRateOf } from './tax.ts';

export function expireSession(books: Books, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const { row } = books.change('sessions', session.id, { status: 'expired', url: null });
  books.emit('checkout.session.expired', row);
  return row;
}

/**
 * Pays an open session, which makes what was bought; with no card where none is asked for. A refused payment leaves it
 * open. Null: there was nothing to pay.
 */
export function payCheckout(
  books: Books,
  session: Stripe.Checkout.Session,
  paymentMethod: string | null,
): ChargeResult | null {
  if (isFree(session)) {
    complete(books, session.id, { customer: customerFor(books, session), paymentMethod: null, paymentIntent: null });
    return null;
  }
  if (paymentMethod === null) return { kind: 'declined', decline: declines.noCard };
  if (dueOf(books, session) === 0) {
    const intent = beginSaving(books, session);
    return settleSaving(books, session, setUpCard(books, intent, paymentMethod));
  }
  const paymentIntent = beginPayment(books, session);
  const result = chargeCard(books, { paymentIntent, paymentMethod, occasion: 'checkout' });
  if (result.kind === 'paid') complete(books, session.id, payerOf(result.charge));
  return result;
}

/** What is charged now: for a subscription, a customer's balance pays first, if it is of its currency. */
export function dueOf(
  { tables }: Books,
  { mode, customer: id, currency, amount_total }: Stripe.Checkout.Session,
): number {
  const total = amount_total ?? 0;
  const customer = tables.customers.get(idOf(id) ?? '');
  const isApplied = mode === 'subscription' && customer && (customer.currency ?? currency) === currency;
  return isApplied ? nextBalance(customer, total).due : total;
}

/** Nothing is due, now or later, so that no card is asked for. */
export function isFree({ mode, amount_total }: Stripe.Checkout.Session): boolean {
  return mode === 'payment' && amount_total === 0;
}

/** The person at the page has answered the bank; null: it had not asked, or nothing was paid. */
export function answerForCheckout(
  books: Books,
  session: Stripe.Checkout.Session,
  isConfirmed: boolean,
): ChargeResult | null {
  const { paymentIntent, setupIntent } = checkoutOf(books, session.id);
  if (setupIntent && dueOf(books, session) === 0) {
    const saved = answerForSetup(books, setupIntent, isConfirmed);
    return saved && settleSaving(books, session, saved);
  }
  const result = paymentIntent === null ? null : answerBank(books, paymentIntent, isConfirmed);
  if (result?.kind === 'paid') complete(books, session.id, payerOf(result.charge));
  return result;
}

/** Whether the bank's question has not been answered. */
export function isAuthenticating({ tables }: Books, session: Stripe.Checkout.Session): boolean {
  const { paymentIntent, setupIntent } = tables.checkouts.get(session.id) ?? {};
  const intent = tables.paymentIntents.get(paymentIntent ?? '') ?? tables.setupIntents.get(setupIntent ?? '');
  return session.status === 'open' && intent?.status === 'requires_action';
}

function settleSaving(books: Books, session: Stripe.Checkout.Session, result: SetupResult): ChargeResult | null {
  if (result.kind !== 'saved') return result;
  const customer = customerFor(books, session);
  complete(books, session.id, { customer, paymentMethod: result.paymentMethod, paymentIntent: null });
  return null;
}

export function checkoutOf(books: Books, sessionId: string): Checkout {
  const checkout = books.tables.checkouts.get(sessionId);
  if (!checkout) throw new Error(`${sessionId} sells nothing`);
  return checkout;
}

/** Works out what is due again, after a promotion code or a country. */
export function reckonSession(books: Books, sessionId: string): Stripe.Checkout.Session {
  const { price, quantity, country } = checkoutOf(books, sessionId);
  const { promotion, coupon } = discountFor(books, sessionId);
  const { automatic_tax } = books.tables.sessions.get(sessionId)!;
  const taxPercent = automatic_tax.enabled && country ? taxRateOf(country) : null;
  const amount = (books.tables.prices.get(price)?.unit_amount ?? 0) * quantity;
  const { subtotal, discount, tax, total } = totalsOf(amount, { coupon, taxPercent });
  return books.change('sessions', sessionId, {
    discounts: coupon ? [{ coupon: coupon.id, promotion_code: promotion?.id ?? null }] : [],
    amount_subtotal: subtotal,
    amount_total: total,
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: tax },
    ...(taxPercent !== null && { automatic_tax: { ...automatic_tax, status: 'complete' } }),
  }).row;
}

/** The same payment for all the cards that are tried. */
function beginPayment(books: Books, session: Stripe.Checkout.Session): string {
  const { paymentIntent, paymentIntentMetadata } = checkoutOf(books, session.id);
  const amount = dueOf(books, session);
  if (paymentIntent !== null) return books.change('paymentIntents', paymentIntent, { amount }).row.id;
  const isSubscription = session.mode === 'subscription';
  const customer = customerFor(books, session);
  const intent = newPaymentIntent({
    created: books.timeOf(customer),
    customer,
    amount,
    currency: session.currency ?? 'usd',
    description: isSubscription ? 'Subscription creation' : null,
    metadata: isSubscription ? {} : paymentIntentMetadata,
    willRenew: isSubscription,
  });
  books.tables.paymentIntents.put(intent);
  books.change('checkouts', session.id, { paymentIntent: intent.id });
  if (!isSubscription) books.change('sessions', session.id, { payment_intent: intent.id });
  books.emit('payment_intent.created', intent);
  return intent.id;
}

/** Where nothing is due, a card is saved all the same: it pays for what comes. */
function beginSaving(books: Books, session: Stripe.Checkout.Session): string {
  const { setupIntent } = checkoutOf(books, session.id);
  if (setupIntent) return setupIntent;
  const { id } = beginSetup(books, customerFor(books, session) ?? '');
  books.change('checkouts', session.id, { setupIntent: id });
  return id;
}

/** Null: a single payment has no customer. */
function customerFor(books: Books, session: Stripe.Checkout.Session): string | null {
  const known = idOf(books.tables.sessions.get(session.id)?.customer);
  const isNeeded = session.mode === 'subscription' || session.invoice_creation?.enabled || isFree(session);
  return known ?? (isNeeded ? makeCustomer(books, session).id : null);
}

function makeCustomer(books: Books, session: Stripe.Checkout.Session): Stripe.Customer {
  const customer = newCustomer({
    created: books.timeOf(null),
    email: session.customer_email,
    name: null,
    phone: null,
    description: null,
    preferredLocales: [],
    metadata: {},
    testClock: null,
  });
  books.tables.customers.put(customer);
  books.change('sessions', session.id, { customer: customer.id });
  books.emit('customer.created', customer);
  return customer;
}

/** Who has paid, and by what. */
interface Payer {
  readonly customer: string | null;
  readonly paymentMethod: string | null;
  /** Null: nothing was due. */
  readonly paymentIntent: string | null;
}

function payerOf({ customer, payment_method, payment_intent }: Stripe.Charge): Payer {
  return { customer: idOf(customer), paymentMethod: payment_method, paymentIntent: idOf(payment_intent) };
}

function complete(books: Books, sessionId: string, payer: Payer): void {
  const session = books.tables.sessions.get(sessionId)!;
  const { country } = checkoutOf(books, sessionId);
  if (payer.customer !== null && country) saveCountry(books, payer.customer, country);
  const bought = makeWhatWasBought(books, session, payer);
  const customer = books.tables.customers.get(payer.customer ?? '');
  const { name, email } = books.tables.paymentMethods.get(payer.paymentMethod ?? '')?.billing_details ?? {};
  const { row } = books.change('sessions', sessionId, {
    ...bought,
    status: 'complete',
    payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
    url: null,
    customer_details: {
      ...nulls('business_name', 'individual_name', 'phone'),
      address: customer?.address ?? null,
      email: customer?.email ?? session.customer_email ?? email ?? null,
      name: name ?? customer?.name ?? null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  });
  books.emit('checkout.session.completed', row);
}

/** As `customer_update` asks for, which is needed where tax is worked out. */
function saveCountry(books: Books, customer: string, country: string): void {
  if (books.tables.customers.get(customer)?.address?.country === country) return;
  const address = { ...nulls('city', 'line1', 'line2', 'postal_code', 'state'), country };
  const { row, previous } = books.change('customers', customer, { address });
  books.emit('customer.updated', row, previous);
}

function makeWhatWasBought(
  books: Books,
  session: Stripe.Checkout.Session,
  payer: Payer,
): Partial<Stripe.Checkout.Session> {
  if (session.mode === 'subscription') return subscribe(books, session, payer);
  const discount = takeDiscount(books, session, { customer: payer.customer, subscription: null });
  if (!session.invoice_creation?.enabled) return {};
  const { price: priceId, quantity } = checkoutOf(books, session.id);
  const customer = books.tables.customers.get(payer.customer ?? '');
  const price = books.tables.prices.get(priceId);
  if (!customer || !price) throw new Error(`${session.id} cannot be invoiced`);
  const sold = { customer, price, quantity, discount, hasTax: session.automatic_tax.enabled };
  return { invoice: invoiceSinglePayment(books, { ...sold, paymentIntent: payer.paymentIntent ?? undefined }).id };
}

/** By the promotion code that was typed in, or as it was sold. */
export function discountFor(books: Books, sessionId: string) {
  const { promotion: code, coupon: given } = checkoutOf(books, sessionId);
  const promotion = books.tables.promotionCodes.get(code ?? '') ?? null;
  const coupon = promotion ? couponOf(books, promotion) : (books.tables.coupons.get(given ?? '') ?? null);
  return { promotion, coupon };
}

/** Uses up what is taken off, if there is something. */
function takeDiscount(
  books: Books,
  session: Stripe.Checkout.Session,
  of: { readonly customer: string | null; readonly subscription: string | null },
): AppliedDiscount | null {
  const { promotion, coupon } = discountFor(books, session.id);
  if (!coupon) return null;
  return { id: redeem(books, { ...of, coupon, promotion, session: session.id }).id, coupon };
}

function subscribe(
  books: Books,
  session: Stripe.Checkout.Session,
  { paymentMethod, paymentIntent, ...payer }: Payer,
): Partial<Stripe.Checkout.Session> {
  const checkout = checkoutOf(books, session.id);
  const customer = books.tables.customers.get(payer.customer ?? '');
  const price = books.tables.prices.get(checkout.price);
  if (!customer || !price || paymentMethod === null) throw new Error(`${session.id} cannot become a subscription`);
  attachPaymentMethod(books, paymentMethod, customer.id);
  const metadata = checkout.subscriptionMetadata;
  const started = startSubscription(books, { customer, price, metadata, quantity: checkout.quantity, paymentMethod });
  const discount = takeDiscount(books, session, { customer: customer.id, subscription: started.id });
  const { row: subscription } = books.change('subscriptions', started.id, {
    discounts: discount ? [discount.id] : [],
    automatic_tax: { ...started.automatic_tax, enabled: session.automatic_tax.enabled },
  });
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  const period = { start, end };
  const draft = draftInvoice(books, subscription, { reason: 'subscription_create', period, finalizesAt: null });
  const { row } = books.change('subscriptions', subscription.id, { latest_invoice: draft.id });
  books.emit('customer.subscription.created', row);
  const invoice = finalizeInvoice(books, draft, paymentIntent ?? undefined, session.id);
  if (invoice.status !== 'paid') markInvoicePaid(books, invoice, null);
  return { subscription: subscription.id, invoice: invoice.id };
}
