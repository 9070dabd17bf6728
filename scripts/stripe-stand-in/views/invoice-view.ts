import type { InvoiceView } from '../actions.ts';
import { intentOf, paymentOf } from '../billing/invoices.ts';
import { itemOf } from '../objects/subscription.ts';
import { subscriptionOf } from '../objects/invoice.ts';
import type { Books } from '../state/books.ts';
import { monthsOf } from './months-of.ts';

export function viewInvoice(books: Books, invoiceId: string): InvoiceView | null {
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
