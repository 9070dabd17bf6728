import type { Stripe } from 'stripe';
import type { CheckoutActions, CheckoutView, PayResult } from './actions.ts';
import { catchUp } from './billing/run-billing.ts';
import { answerForCheckout, payCheckout } from './billing/checkout.ts';
import type { ChargeResult } from './billing/charge-card.ts';
import { answerForInvoice, collectInvoice } from './billing/collect.ts';
import { keepCard } from './billing/payment-methods.ts';
import { readCard } from './billing/read-card.ts';
import { idOf } from './objects/id-of.ts';
import type { Books } from './state/books.ts';
import { readLink, withFreshLinks } from './state/fresh-links.ts';
import { returnUrlOf, viewCheckout } from './views/checkout-view.ts';
import { viewInvoice } from './views/invoice-view.ts';
import { viewReceipt } from './views/receipt-view.ts';

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
  if (card.isValid) return { id: keepCard(books, input, card, customer).id };
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
