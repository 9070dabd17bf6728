import type { Stripe } from 'stripe';
import { collectInvoice } from '../billing/collect.ts';
import { intentOf, paymentOf, voidInvoice, finalizeInvoice } from '../billing/invoices.ts';
import { previewInvoice } from '../billing/preview.ts';
import { subscriptionOf } from '../objects/invoice.ts';
import type { Books } from '../state/books.ts';
import { badRequest, noSuch, StripeFault } from '../stripe-fault.ts';
import { declines, type Decline } from '../billing/cards.ts';
import { find, list, type Operation, retrieve, search } from './operation.ts';

const pay: Operation = {
  method: 'POST',
  path: '/v1/invoices/:id/pay',
  takes: ['payment_method', 'off_session'],
  run({ books, id, params }) {
    const invoice = find(books, 'invoices', id);
    if (invoice.status === 'paid') throw badRequest('Invoice is already paid', { code: 'invoice_already_paid' });
    if (invoice.status === 'void') throw badRequest('Invoice is voided and cannot be paid.');
    const method = params.text('payment_method');
    if (method !== null) find(books, 'paymentMethods', method, 'payment_method');
    const open = invoice.status === 'draft' ? finalizeInvoice(books, invoice) : invoice;
    if (open.status === 'paid') return open;
    const paymentMethod = method === null ? {} : { paymentMethod: method };
    const result = collectInvoice(books, open, { occasion: 'invoice', ...paymentMethod });
    if (result.kind === 'paid') return find(books, 'invoices', id);
    throw cardFault(books, id, result.kind === 'asks' ? declines.needsAuthentication : result.decline);
  },
};

const voiding: Operation = {
  method: 'POST',
  path: '/v1/invoices/:id/void',
  takes: [],
  run({ books, id }) {
    const invoice = find(books, 'invoices', id);
    if (invoice.status === 'open' || invoice.status === 'uncollectible') return voidInvoice(books, invoice);
    throw badRequest(`You can only void open invoices. This invoice is ${invoice.status}.`);
  },
};

const preview: Operation = {
  method: 'POST',
  path: '/v1/invoices/create_preview',
  takes: ['customer', 'subscription', 'subscription_details'],
  run({ books, params }) {
    const subscription = find(books, 'subscriptions', params.required('subscription'), 'subscription');
    const customer = params.text('customer');
    if (customer !== null && customer !== subscription.customer) throw noSuch('subscription', subscription.id);
    const details = params.inside('subscription_details');
    const unknown = details?.names.find((name) => name !== 'cancel_now');
    if (unknown !== undefined) {
      throw badRequest(`The stand-in previews nothing with ${unknown}.`, { param: 'subscription_details' });
    }
    const cancelNow = details?.flag('cancel_now') ?? false;
    if (subscription.status === 'canceled' || (subscription.cancel_at_period_end && !cancelNow)) {
      throw badRequest('No upcoming invoices for customer', { code: 'invoice_upcoming_none' });
    }
    return previewInvoice(books, subscription, { cancelNow });
  },
};

const searchByNumber = search({
  path: '/v1/invoices/search',
  table: 'invoices',
  pattern: /^number:"([^"]*)"$/,
  isFound: ({ number: own }, number) => own === number,
});

function cardFault(books: Books, invoiceId: string, { code, declineCode, message }: Decline): StripeFault {
  const payment = paymentOf(books, invoiceId);
  const paymentIntent = payment && books.tables.paymentIntents.get(intentOf(payment));
  const charge = paymentIntent?.last_payment_error?.charge;
  return new StripeFault(402, 'card_error', message, {
    code,
    ...(declineCode !== null && { declineCode }),
    ...(charge && { charge }),
    ...(paymentIntent && { paymentIntent }),
  });
}

function isPaymentOf({ payment }: Stripe.InvoicePayment, paymentIntent: string | null): boolean {
  return paymentIntent === null || payment.payment_intent === paymentIntent;
}

export const invoiceOperations: readonly Operation[] = [
  list({
    path: '/v1/invoices',
    table: 'invoices',
    equal: ['customer', 'status'],
    takes: ['subscription'],
    filter: (invoice, params) => !params.has('subscription') || subscriptionOf(invoice) === params.text('subscription'),
  }),
  searchByNumber,
  preview,
  retrieve('/v1/invoices/:id', 'invoices'),
  pay,
  voiding,
  list({
    path: '/v1/invoice_payments',
    table: 'invoicePayments',
    equal: ['invoice', 'status'],
    takes: ['payment'],
    filter: (row, params) => isPaymentOf(row, params.inside('payment')?.text('payment_intent') ?? null),
  }),
  retrieve('/v1/invoice_payments/:id', 'invoicePayments'),
];
