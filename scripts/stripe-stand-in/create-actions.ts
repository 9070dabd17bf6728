import type { Stripe } from 'stripe';
import type { CheckoutActions, CheckoutView, InvoiceView, PayResult, ReceiptView } from './actions.ts';
import { readCard } from './billing/cards.ts';
import type { ChargeResult } from './billing/charge-card.ts';
import { answerForCheckout, checkoutOf, payCheckout } from './billing/checkout.ts';
import { answerForInvoice, collectInvoice } from './billing/collect.ts';
import { intentOf, paymentOf } from './billing/invoices.ts';
import { saveCard } from './billing/payment-methods.ts';
import { catchUp } from './billing/run-billing.ts';
import { describePrice } from './billing/subscriptions.ts';
import { idOf } from './objects/fields.ts';
import { subscriptionOf } from './objects/invoice.ts';
import { itemOf } from './objects/subscription.ts';
import { type Books, readLink, withFreshLinks } from './state/books.ts';

/** @param commit resolves when what was changed is safe */
export function createActions(books: Books, commit: () => Promise<void>): CheckoutActions {
  return {
    view(sessionId): CheckoutView | null {
      catchUp(books);
      return viewCheckout(books, sessionId);
    },
    viewInvoice(link) {
      const { id, isFresh } = readLink(link);
      return isFresh(timeOf(books.tables.invoices.get(id))) ? viewInvoice(books, id) : null;
    },
    viewReceipt(link) {
      const { id, isFresh } = readLink(link);
      return isFresh(timeOf(books.tables.charges.get(id))) ? viewReceipt(books, id) : null;
    },
    pay: (sessionId, card) =>
      onSession(sessionId, (session) => {
        const method = readMethod(books, card, idOf(session.customer));
        return 'declined' in method ? method.declined : payCheckout(books, session, method.id);
      }),
    authenticate: (sessionId, answer) =>
      onSession(sessionId, (session) => answerForCheckout(books, session, answer === 'confirm')),
    payInvoice: (link, card) =>
      onInvoice(link, (invoice) => {
        const method = readMethod(books, card, idOf(invoice.customer));
        if ('declined' in method) return method.declined;
        return collectInvoice(books, invoice, { occasion: 'invoice', paymentMethod: method.id });
      }),
    authenticateInvoice: (link, answer) =>
      onInvoice(link, (invoice) => answerForInvoice(books, invoice, answer === 'confirm')),
  };

  async function onSession(
    id: string,
    act: (session: Stripe.Checkout.Session) => ChargeResult | null,
  ): Promise<PayResult> {
    catchUp(books);
    const session = books.tables.sessions.get(id);
    const result = session?.status === 'open' ? act(session) : null;
    await commit();
    if (!session || books.tables.sessions.get(id)?.status === 'expired') return { kind: 'gone' };
    if (session.status === 'complete') return { kind: 'paid', returnUrl: returnUrlOf(session) };
    return toPayResult(result, returnUrlOf(session));
  }

  function timeOf(row: Pick<Stripe.Invoice | Stripe.Charge, 'customer'> | undefined): number {
    return books.timeOf(idOf(row?.customer));
  }

  async function onInvoice(link: string, act: (invoice: Stripe.Invoice) => ChargeResult | null): Promise<PayResult> {
    catchUp(books);
    const invoice = books.tables.invoices.get(readLink(link).id);
    const result = invoice?.status === 'open' ? act(invoice) : null;
    await commit();
    const returnUrl = (invoice && withFreshLinks(books, invoice).hosted_invoice_url) ?? '';
    if (invoice?.status === 'paid') return { kind: 'paid', returnUrl };
    return invoice?.status === 'open' ? toPayResult(result, returnUrl) : { kind: 'gone' };
  }
}

/** A payment method of a card that can be asked about. */
function readMethod(books: Books, input: Parameters<CheckoutActions['pay']>[1], customer: string | null) {
  const card = readCard(input, books.timeOf(customer));
  if (card.isValid) return { id: saveCard(books, input, card, customer).id };
  return { declined: { kind: 'declined', decline: card.decline } as const };
}

/** Null: there was nothing to answer, the page has to ask again. */
function toPayResult(result: ChargeResult | null, returnUrl: string): PayResult {
  switch (result?.kind) {
    case 'paid':
      return { kind: 'paid', returnUrl };
    case 'asks':
      return { kind: 'authenticate' };
    case 'declined': {
      const { message, field } = result.decline;
      return { kind: 'declined', message, ...(field !== null && { field }) };
    }
    case undefined:
      return { kind: 'declined', message: 'There was nothing to confirm. Please enter your card again.' };
  }
}

function viewCheckout(books: Books, sessionId: string): CheckoutView | null {
  const session = books.tables.sessions.get(sessionId);
  if (!session) return null;
  const { price: priceId, paymentIntent } = checkoutOf(books, sessionId);
  const price = books.tables.prices.get(priceId);
  if (!price) throw new Error(`${sessionId} sells nothing`);
  const intent = paymentIntent === null ? undefined : books.tables.paymentIntents.get(paymentIntent);
  return {
    id: session.id,
    status: session.status as CheckoutView['status'],
    description: describePrice(books, price),
    amount: session.amount_total ?? 0,
    currency: price.currency,
    months: monthsOf(price),
    locale: session.locale,
    email: books.tables.customers.get(idOf(session.customer) ?? '')?.email ?? session.customer_email,
    isAuthenticating: session.status === 'open' && intent?.status === 'requires_action',
    returnUrl: returnUrlOf(session),
    cancelUrl: session.cancel_url,
    expiresAt: session.expires_at,
  };
}

/** Where a paid session leads. */
function returnUrlOf({ id, success_url }: Stripe.Checkout.Session): string {
  return (success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id);
}

function viewInvoice(books: Books, invoiceId: string): InvoiceView | null {
  const invoice = books.tables.invoices.get(invoiceId);
  if (!invoice || invoice.status === 'draft') return null;
  const payment = paymentOf(books, invoice.id);
  const intent = payment && books.tables.paymentIntents.get(intentOf(payment));
  const subscription = books.tables.subscriptions.get(subscriptionOf(invoice));
  const [line] = invoice.lines.data;
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status as InvoiceView['status'],
    description: line?.description ?? '',
    amount: invoice.amount_due,
    currency: invoice.currency,
    months: subscription ? monthsOf(itemOf(subscription).price) : null,
    email: invoice.customer_email,
    isAuthenticating: invoice.status === 'open' && intent?.status === 'requires_action',
    createdAt: invoice.created,
    paidAt: invoice.status_transitions.paid_at,
    periodStart: line?.period.start ?? invoice.period_start,
    periodEnd: line?.period.end ?? invoice.period_end,
  };
}

function viewReceipt(books: Books, chargeId: string): ReceiptView | null {
  const charge = books.tables.charges.get(chargeId);
  if (!charge?.paid) return null;
  const price = priceOf(books, idOf(charge.payment_intent) ?? '');
  const card = charge.payment_method_details?.card;
  return {
    id: charge.id,
    description: price ? describePrice(books, price) : (charge.description ?? ''),
    amount: charge.amount,
    currency: charge.currency,
    months: price ? monthsOf(price) : null,
    refundedAmount: charge.amount_refunded,
    cardBrand: card?.brand ?? '',
    cardLast4: card?.last4 ?? '',
    paidAt: charge.created,
  };
}

/** What the payment was for, by the session or the invoice that it settled. */
function priceOf({ tables }: Books, paymentIntent: string): Stripe.Price | undefined {
  for (const checkout of tables.checkouts.oldest()) {
    if (checkout.paymentIntent === paymentIntent) return tables.prices.get(checkout.price);
  }
  const payment = tables.invoicePayments.newest().find((row) => row.payment.payment_intent === paymentIntent);
  const invoice = payment && tables.invoices.get(idOf(payment.invoice));
  const subscription = invoice && tables.subscriptions.get(subscriptionOf(invoice));
  return subscription && itemOf(subscription).price;
}

/** Months between payments; null for a single payment, or one more often than monthly. */
export function monthsOf({ recurring }: Stripe.Price): number | null {
  if (recurring?.interval === 'month') return recurring.interval_count;
  return recurring?.interval === 'year' ? recurring.interval_count * 12 : null;
}
