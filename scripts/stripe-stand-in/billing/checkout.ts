import type { Stripe } from 'stripe';
import { newCustomer } from '../objects/customer.ts';
import { idOf, nulls } from '../objects/fields.ts';
import { newPaymentIntent } from '../objects/payment.ts';
import type { Books } from '../state/books.ts';
import type { Checkout } from '../state/rows.ts';
import { answerBank, chargeCard, type ChargeResult } from './charge-card.ts';
import { draftInvoice, finalizeInvoice, invoiceSinglePayment, markInvoicePaid } from './invoices.ts';
import { attachPaymentMethod } from './payment-methods.ts';
import { startSubscription } from './subscriptions.ts';

export function expireSession(books: Books, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const { row } = books.change('sessions', session.id, { status: 'expired', url: null });
  books.emit('checkout.session.expired', row);
  return row;
}

/** Pays an open session, which makes what was bought. A refused payment leaves it open. */
export function payCheckout(books: Books, session: Stripe.Checkout.Session, paymentMethod: string): ChargeResult {
  const paymentIntent = beginPayment(books, session);
  const result = chargeCard(books, { paymentIntent, paymentMethod, occasion: 'checkout' });
  if (result.kind === 'paid') complete(books, session.id, result.charge);
  return result;
}

/** The person at the page has answered the bank; null: it had not asked. */
export function answerForCheckout(
  books: Books,
  session: Stripe.Checkout.Session,
  isConfirmed: boolean,
): ChargeResult | null {
  const { paymentIntent } = checkoutOf(books, session.id);
  const result = paymentIntent === null ? null : answerBank(books, paymentIntent, isConfirmed);
  if (result?.kind === 'paid') complete(books, session.id, result.charge);
  return result;
}

export function checkoutOf(books: Books, sessionId: string): Checkout {
  const checkout = books.tables.checkouts.get(sessionId);
  if (!checkout) throw new Error(`${sessionId} sells nothing`);
  return checkout;
}

/** The same payment for all the cards that are tried. */
function beginPayment(books: Books, session: Stripe.Checkout.Session): string {
  const checkout = checkoutOf(books, session.id);
  if (checkout.paymentIntent !== null) return checkout.paymentIntent;
  const isSubscription = session.mode === 'subscription';
  const needsCustomer = isSubscription || session.invoice_creation?.enabled;
  const customer = idOf(session.customer) ?? (needsCustomer ? makeCustomer(books, session).id : null);
  const intent = newPaymentIntent({
    created: books.timeOf(customer),
    customer,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    description: isSubscription ? 'Subscription creation' : null,
    metadata: isSubscription ? {} : checkout.paymentIntentMetadata,
    willRenew: isSubscription,
  });
  books.tables.paymentIntents.put(intent);
  books.change('checkouts', session.id, { paymentIntent: intent.id });
  if (!isSubscription) books.change('sessions', session.id, { payment_intent: intent.id });
  books.emit('payment_intent.created', intent);
  return intent.id;
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

function complete(books: Books, sessionId: string, charge: Stripe.Charge): void {
  const session = books.tables.sessions.get(sessionId);
  const bought = session ? makeWhatWasBought(books, session, charge) : {};
  const customer = books.tables.customers.get(idOf(charge.customer) ?? '');
  const { name, email } = charge.billing_details;
  const { row } = books.change('sessions', sessionId, {
    ...bought,
    status: 'complete',
    payment_status: 'paid',
    url: null,
    customer_details: {
      ...nulls('address', 'business_name', 'individual_name', 'phone'),
      email: customer?.email ?? session?.customer_email ?? email,
      name: name ?? customer?.name ?? null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  });
  books.emit('checkout.session.completed', row);
}

function makeWhatWasBought(
  books: Books,
  session: Stripe.Checkout.Session,
  charge: Stripe.Charge,
): Partial<Stripe.Checkout.Session> {
  if (session.mode === 'subscription') return subscribe(books, session, charge);
  if (!session.invoice_creation?.enabled) return {};
  const { price: priceId, quantity } = checkoutOf(books, session.id);
  const customer = books.tables.customers.get(idOf(charge.customer) ?? '');
  const price = books.tables.prices.get(priceId);
  if (!customer || !price) throw new Error(`${session.id} cannot be invoiced`);
  const paymentIntent = idOf(charge.payment_intent) ?? '';
  return { invoice: invoiceSinglePayment(books, { customer, price, quantity, paymentIntent }).id };
}

function subscribe(
  books: Books,
  session: Stripe.Checkout.Session,
  { payment_method, payment_intent }: Stripe.Charge,
): Partial<Stripe.Checkout.Session> {
  const checkout = checkoutOf(books, session.id);
  const customer = books.tables.customers.get(idOf(session.customer) ?? '');
  const price = books.tables.prices.get(checkout.price);
  if (!customer || !price || payment_method === null) throw new Error(`${session.id} cannot become a subscription`);
  attachPaymentMethod(books, payment_method, customer.id);
  const metadata = checkout.subscriptionMetadata;
  const subscription = startSubscription(books, {
    customer,
    price,
    metadata,
    quantity: checkout.quantity,
    paymentMethod: payment_method,
  });
  const [item] = subscription.items.data;
  const period = { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
  const draft = draftInvoice(books, subscription, { reason: 'subscription_create', period, finalizesAt: null });
  const { row } = books.change('subscriptions', subscription.id, { latest_invoice: draft.id });
  books.emit('customer.subscription.created', row);
  const invoice = finalizeInvoice(books, draft, idOf(payment_intent) ?? '');
  markInvoicePaid(books, invoice, null);
  return { subscription: subscription.id, invoice: invoice.id };
}
