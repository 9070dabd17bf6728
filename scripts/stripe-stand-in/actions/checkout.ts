import type { Stripe } from 'stripe';
import type { CardInput } from '../billing/cards.ts';
import {
  answerForCheckout,
  checkoutOf,
  discountFor,
  dueOf,
  isAuthenticating,
  isFree,
  payCheckout,
  priceIn,
  reckonSession,
} from '../billing/checkout.ts';
import { answerForInvoice, collectInvoice } from '../billing/collect.ts';
import { intentOf, paymentOf } from '../billing/invoices.ts';
import { findPromotion, type PromotionProblem, promotionProblem } from '../billing/promotions.ts';
import { catchUp } from '../billing/run-billing.ts';
import { describePrice } from '../billing/subscriptions.ts';
import { countries, taxRateOf } from '../billing/tax.ts';
import { idOf } from '../objects/fields.ts';
import { subscriptionOf } from '../objects/invoice.ts';
import { monthsOf } from '../objects/price.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Books } from '../state/books.ts';
import { type AuthenticationAnswer, type PayResult, toPayResult, withCard } from './pay-result.ts';

type Session = Stripe.Checkout.Session;
type Result = Parameters<typeof toPayResult>[0];

type PromotionResult =
  { readonly kind: 'applied' | 'gone' } | { readonly kind: 'refused'; readonly problem: PromotionProblem };

export type CheckoutActions = ReturnType<typeof createCheckoutActions>;
export type CheckoutView = ReturnType<typeof viewCheckout>;
export type InvoiceView = NonNullable<ReturnType<typeof viewInvoice>>;

/**
 * What somebody at the page of a Checkout Session or an invoice can see and do, by its id. Behind it, everything happens
 * as it would at Stripe. `commit` resolves when what was changed is safe.
 */
export function createCheckoutActions(books: Books, commit: () => Promise<void>) {
  const { tables } = books;

  // Links once had a time behind the id.
  const invoiceAt = (link: string) => tables.invoices.get(link.split('.')[0]);

  /** Does something to what is open, and says what came of it. */
  async function act<Row extends Session | Stripe.Invoice>(
    find: () => Row | undefined,
    change: (row: Row) => Result,
  ): Promise<PayResult> {
    catchUp(books);
    const before = find();
    const result = before?.status === 'open' ? change(before) : null;
    await commit();
    const row = find();
    if (!row || row.status === 'expired') return { kind: 'gone' };
    const returnUrl = row.object === 'invoice' ? (row.hosted_invoice_url ?? '') : returnUrlOf(row);
    return row.status === 'open' ? toPayResult(result, returnUrl) : { kind: 'paid', returnUrl };
  }

  const onSession = (id: string, change: (session: Session) => Result) => act(() => tables.sessions.get(id), change);
  const onInvoice = (id: string, change: (invoice: Stripe.Invoice) => Result) => act(() => invoiceAt(id), change);

  return {
    view: (sessionId: string) => {
      catchUp(books);
      const session = tables.sessions.get(sessionId);
      return session ? viewCheckout(books, session) : null;
    },
    /** Pays with a card, or with none where none is asked for. Twice at once is once: the second finds it paid. */
    pay: (sessionId: string, card: CardInput | null) =>
      onSession(sessionId, (session) => {
        const problem = refuseUnready(books, session);
        if (problem || card === null) return problem ?? payCheckout(books, session, null);
        const customer = idOf(session.customer) ?? '';
        return withCard(books, card, customer, (method) => payCheckout(books, session, method));
      }),
    /** Takes what a promotion code is worth off, or with an empty one nothing any more. */
    async applyPromotion(sessionId: string, code: string): Promise<PromotionResult> {
      catchUp(books);
      const session = tables.sessions.get(sessionId);
      if (!session?.allow_promotion_codes || !isChangeable(books, session)) return { kind: 'gone' };
      const promotion = findPromotion(books, code);
      const problem = code.trim() === '' ? null : promotionProblem(books, promotion, redemptionIn(books, session));
      if (problem !== null) return { kind: 'refused', problem };
      books.change('checkouts', sessionId, { promotion: promotion?.id ?? null });
      reckonSession(books, sessionId);
      await commit();
      return { kind: 'applied' };
    },
    /** Has the tax worked out for a country; nothing where none is, or where the country isn't known. */
    async setCountry(sessionId: string, country: string): Promise<void> {
      const session = tables.sessions.get(sessionId);
      if (!session || !isChangeable(books, session) || !countries.includes(country)) return;
      books.change('checkouts', sessionId, { country });
      reckonSession(books, sessionId);
      await commit();
    },
    /** Ends what `pay` began with `authenticate`: the person confirmed the payment to the bank, or refused. */
    authenticate: (sessionId: string, answer: AuthenticationAnswer) =>
      onSession(sessionId, (session) => answerForCheckout(books, session, answer === 'confirm')),
    viewInvoice: (id: string) => viewInvoice(books, invoiceAt(id)),
    payInvoice: (id: string, card: CardInput) =>
      onInvoice(id, (invoice) => {
        const customer = idOf(invoice.customer) ?? '';
        return withCard(books, card, customer, (method) => collectInvoice(books, invoice, method));
      }),
    authenticateInvoice: (id: string, answer: AuthenticationAnswer) =>
      onInvoice(id, (invoice) => answerForInvoice(books, invoice, answer === 'confirm')),
  };
}

/** Before any card is asked: a code may have run out since, and tax needs a country. */
function refuseUnready(books: Books, session: Session): Extract<Result, { readonly message: string }> | null {
  const { promotion: id, country } = checkoutOf(books, session.id);
  const promotion = books.tables.promotionCodes.get(id);
  if (promotion && promotionProblem(books, promotion, redemptionIn(books, session)) !== null) {
    books.change('checkouts', session.id, { promotion: null });
    reckonSession(books, session.id);
    const message = 'This code can no longer be used. See the price without it.';
    return { kind: 'declined', field: 'promotion', message };
  }
  if (!session.automatic_tax.enabled || country) return null;
  return { kind: 'declined', field: 'country', message: 'Choose your country.' };
}

/** Not while the bank asks about the amount that it was. */
function isChangeable(books: Books, session: Session): boolean {
  return session.status === 'open' && !isAuthenticating(books, session);
}

/** What a code would be used for. */
function redemptionIn(books: Books, { id, customer, currency }: Session) {
  return { customer: idOf(customer) ?? '', product: idOf(priceIn(books, id).product), currency: currency ?? '' };
}

/** Amounts are in the smallest unit of `currency`, which is in lower case. */
function viewCheckout(books: Books, session: Session) {
  const { id, status, locale, mode, amount_subtotal: subtotal, amount_total: total } = session;
  const { country = null } = checkoutOf(books, id);
  const price = priceIn(books, id);
  const { amount_discount: off = 0, amount_tax: tax = 0 } = session.total_details ?? {};
  const { promotion, coupon } = discountFor(books, id);
  const due = dueOf(books, session);
  /** What a payment takes when the coupon counts no more; null: that never comes. */
  const later = mode === 'payment' || coupon?.duration === 'forever' ? null : subtotal;
  return {
    status,
    locale,
    description: describePrice(books, price),
    /** What is paid now. */
    amount: due,
    /** What the customer's balance pays of it. */
    balance: (total ?? 0) - due,
    currency: price.currency,
    months: monthsOf(price),
    email: books.tables.customers.get(idOf(session.customer))?.email ?? null,
    isAuthenticating: isAuthenticating(books, session),
    /** What is taken off without a code. */
    coupon: coupon && !promotion ? { name: coupon.name ?? coupon.id, off } : null,
    takesCodes: session.allow_promotion_codes === true,
    promotion: promotion ? { code: promotion.code, off, later } : null,
    tax: session.automatic_tax.enabled ? { country, percent: taxRateOf(country), amount: tax } : null,
    isFree: isFree(session),
    returnUrl: returnUrlOf(session),
    cancelUrl: session.cancel_url,
  };
}

/** Where a paid session leads. */
function returnUrlOf({ id, success_url }: Session): string {
  return (success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id);
}

/** Null: there is none, or it is still a draft. */
function viewInvoice(books: Books, invoice: Stripe.Invoice | undefined) {
  if (!invoice || invoice.status === 'draft') return null;
  const { customers, paymentIntents, subscriptions } = books.tables;
  const payment = paymentOf(books, invoice.id);
  const intent = paymentIntents.get(payment && intentOf(payment));
  const subscription = subscriptions.get(subscriptionOf(invoice));
  return {
    ...invoice,
    months: subscription ? monthsOf(itemOf(subscription).price) : null,
    isAuthenticating: invoice.status === 'open' && intent?.status === 'requires_action',
    /** The language that the customer prefers; null: the browser's. */
    locale: customers.get(idOf(invoice.customer))?.preferred_locales?.[0] ?? null,
  };
}
