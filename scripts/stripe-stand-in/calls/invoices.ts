import { previewInvoice } from '../billing/change-plan.ts';
import { subscriptionOf } from '../objects/invoice.ts';
import { badRequest } from '../stripe-fault.ts';
import { flag, inside, needed, freeText } from '../wire/params.ts';
import { find, list, operation, type Operation, retrieve, search } from './operation.ts';

const preview = operation(
  'POST /v1/invoices/create_preview',
  { subscription: needed(freeText), subscription_details: inside({ cancel_now: flag }) },
  ({ books, given }) => {
    const subscription = find(books, 'subscriptions', given.subscription, 'subscription');
    const cancelNow = given.subscription_details?.cancel_now ?? false;
    if (subscription.status === 'canceled' || (subscription.cancel_at_period_end && !cancelNow)) {
      throw badRequest('No upcoming invoices for customer', { code: 'invoice_upcoming_none' });
    }
    return previewInvoice(books, subscription, { cancelNow });
  },
);

export const invoiceOperations: readonly Operation[] = [
  list('/v1/invoices', 'invoices', {
    equal: ['customer'],
    takes: { subscription: freeText },
    filter: (invoice, { subscription }) => subscription === undefined || subscriptionOf(invoice) === subscription,
  }),
  search('/v1/invoices/search', 'invoices', {
    pattern: /^number:"([^"]*)"$/,
    isFound: ({ number: own }, number) => own === number,
  }),
  preview,
  retrieve('/v1/invoices', 'invoices'),
];
