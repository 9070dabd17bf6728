import type { Stripe } from 'stripe';
import { newId } from '../state/new-id.ts';

/** The payment that is to settle an invoice. */
export function newInvoicePayment(
  invoice: Stripe.Invoice,
  paymentIntent: string,
  created: number,
): Stripe.InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  } satisfies Stripe.InvoicePayment;
}
