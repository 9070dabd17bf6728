import type { Stripe } from 'stripe';
import type {
  CardInput,
  CheckoutActions,
  CheckoutView,
  InvoiceView,
  PayResult,
  PromotionResult,
  ReceiptView,
} from './actions.ts';
import { readCard } from './billing/cards.ts';
import type { ChargeResult } from './billing/charge-card.ts';
import {
  answerForCheckout,
  checkoutOf,
  discountFor,
  dueOf,
  isAuthenticating,
  isFree,
  payCheckout,
  reckonSession,
} from './billing/checkout.ts';
import { answerForInvoice, collectInvoice } from './billing/collect.ts';
import { intentOf, paymentOf } from './billing/invoices.ts';
import { saveCard } from './billing/payment-methods.ts';
import { findPromotion, promotionProblem } from './billing/promotions.ts';
import { catchUp } from './billing/run-billing.ts';
import { describePrice } from './billing/subscriptions.ts';
import { countries, taxRateOf } from './billing/tax.ts';
import { idOf } from './objects/fields.ts';
import { subscriptionOf } from './objects/invoice.ts';
import { itemOf } from './objects/subscription.ts';
import { type Books, parseLink, withFreshLinks } from './state/books.ts';

/** @param commit resolves when what was changed is safe */
export function createActions(books: Books, commit: () => Promise<void>): CheckoutActions {
  return {
    view(sessionId): CheckoutView | null {
      catchUp(books);
      return viewCheckout(books, sessionId);
    },
    viewInvoice(link) {
      const { id, isFresh } = parseLink(link);
      return isFresh(timeOf(books.tables.invoices.get(id))) ? viewInvoice(books, id) : null;
    },
    viewReceipt(link) {
      const { id, isFresh } = parseLink(link);
      return isFresh(timeOf(books.tables.charges.get(id))) ? viewReceipt(books, id) : null;
    },
    pay: (sessionId, card) =>
      onSession(sessionId, (session) => {
        const problem = refuseUnready(books, session);
        if (problem || card === null) return problem ?? payCheckout(books, session, null);
        const method = readMethod(books, card, idOf(session.customer));
        return 'declined' in method ? method.declined : payCheckout(books, session, method.id);
      }),
    async applyPromotion(sessionId, code): Promise<PromotionResult> {
      catchUp(books);
      const result = applyPromotion(books, sessionId, code);
      await commit();
      return result;
    },
    async setCountry(sessionId, country): Promise<void> {
      const session = books.tables.sessions.get(sessionId);
      if (!session || !isChangeable(books, session) || !countries.includes(country)) return;
      books.change('checkouts', sessionId, { country });
      reckonSession(books, sessionId);
      await commit();
    },
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
    act: (session: Stripe.Checkout.Session) => ChargeResult | Refusal | null,
  ): Promise<PayResult> {
    catchUp(books);
    const session = books.tables.sessions.get(id);
    const result = session?.status === 'open' ? act(session) : null;
    await commit();
    const { status } = books.tables.sessions.get(id) ?? {};
    if (!session || status === 'expired') return { kind: 'gone' };
    if (status === 'complete') return { kind: 'paid', returnUrl: returnUrlOf(session) };
    return toPayResult(result, returnUrlOf(session));
  }

  function timeOf(row: Pick<Stripe.Invoice | Stripe.Charge, 'customer'> | undefined): number {
    return books.timeOf(idOf(row?.customer));
  }

  async function onInvoice(link: string, act: (invoice: Stripe.Invoice) => ChargeResult | null): Promise<PayResult> {
    catchUp(books);
    const invoice = books.tables.invoices.get(parseLink(link).id);
    const result = invoice?.status === 'open' ? act(invoice) : null;
    await commit();
    const returnUrl = (invoice && withFreshLinks(books, invoice).hosted_invoice_url) ?? '';
    if (invoice?.status === 'paid') return { kind: 'paid', returnUrl };
    return invoice?.status === 'open' ? toPayResult(result, returnUrl) : { kind: 'gone' };
  }
}

/** A payment method of a card that can be asked about. */
function readMethod(books: Books, input: CardInput, customer: string | null) {
  const card = readCard(input, books.timeOf(customer));
  if (card.isValid) return { id: saveCard(books, input, card, customer).id };
  return { declined: { kind: 'declined', decline: card.decline } as const };
}

type Refusal = Extract<PayResult, { readonly kind: 'declined' }>;

/** Before any card is asked: a code may have run out since, and tax needs a country. */
function refuseUnready(books: Books, session: Stripe.Checkout.Session): Refusal | null {
  const checkout = checkoutOf(books, session.id);
  const promotion = books.tables.promotionCodes.get(checkout.promotion ?? '');
  if (promotion && promotionProblem(books, promotion, redemptionIn(books, session)) !== null) {
    books.change('checkouts', session.id, { promotion: null });
    reckonSession(books, session.id);
    return {
      kind: 'declined',
      field: 'promotion',
      message: 'This code can no longer be used. See the price without it.',
    };
  }
  if (!session.automatic_tax.enabled || checkout.country) return null;
  return { kind: 'declined', field: 'country', message: 'Choose your country.' };
}

function applyPromotion(books: Books, sessionId: string, code: string): PromotionResult {
  const session = books.tables.sessions.get(sessionId);
  if (!session?.allow_promotion_codes || !isChangeable(books, session)) return { kind: 'gone' };
  const found = code.trim() === '' ? null : findPromotion(books, code, redemptionIn(books, session));
  if (found && 'problem' in found) return { kind: 'refused', problem: found.problem };
  books.change('checkouts', sessionId, { promotion: found?.promotion.id ?? null });
  reckonSession(books, sessionId);
  return { kind: 'applied' };
}

/** Not while the bank asks about the amount that it was. */
function isChangeable(books: Books, session: Stripe.Checkout.Session): boolean {
  return session.status === 'open' && !isAuthenticating(books, session);
}

/** What a code would be used for. */
function redemptionIn(books: Books, { id, customer, currency }: Stripe.Checkout.Session) {
  const product = idOf(books.tables.prices.get(checkoutOf(books, id).price)?.product) ?? '';
  return { customer: idOf(customer), product, currency: currency ?? '' };
}

/** Null: there was nothing to answer, the page has to ask again. */
function toPayResult(result: ChargeResult | Refusal | null, returnUrl: string): PayResult {
  switch (result?.kind) {
    case 'paid':
      return { kind: 'paid', returnUrl };
    case 'asks':
      return { kind: 'authenticate' };
    case 'declined': {
      if (!('decline' in result)) return result;
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
  const { price: priceId, country = null } = checkoutOf(books, sessionId);
  const price = books.tables.prices.get(priceId);
  if (!price) throw new Error(`${sessionId} sells nothing`);
  const { amount_discount: off = 0, amount_tax: tax = 0 } = session.total_details ?? {};
  const { promotion, coupon } = discountFor(books, sessionId);
  const due = dueOf(books, session);
  return {
    id: session.id,
    status: session.status as CheckoutView['status'],
    description: describePrice(books, price),
    amount: due,
    balance: (session.amount_total ?? 0) - due,
    currency: price.currency,
    months: monthsOf(price),
    locale: session.locale,
    email: books.tables.customers.get(idOf(session.customer) ?? '')?.email ?? session.customer_email,
    isAuthenticating: isAuthenticating(books, session),
    coupon: coupon && promotion === null ? { name: coupon.name ?? coupon.id, off } : null,
    promotion: session.allow_promotion_codes
      ? promotion && coupon
        ? { code: promotion.code, off, later: priceAfter(session, coupon) }
        : 'none'
      : null,
    tax: session.automatic_tax.enabled ? { country, percent: taxRateOf(country), amount: tax } : null,
    isFree: isFree(session),
    returnUrl: returnUrlOf(session),
    cancelUrl: session.cancel_url,
    expiresAt: session.expires_at,
  };
}

/** What a payment takes when a coupon counts no more; null: that never comes. */
function priceAfter({ mode, amount_subtotal }: Stripe.Checkout.Session, { duration }: Stripe.Coupon): number | null {
  return mode === 'payment' || duration === 'forever' ? null : amount_subtotal;
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
    locale: books.tables.customers.get(idOf(invoice.customer) ?? '')?.preferred_locales?.[0] ?? null,
    tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    credited: invoice.post_payment_credit_notes_amount,
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
