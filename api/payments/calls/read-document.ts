import type { Stripe } from 'stripe';
import type { paymentDocument } from '../../../schemas/api/payments.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Handler } from '../../platform/http/handler.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import type { PaidRow } from './bought.ts';
import { asUnavailable } from './change-in-stripe.ts';
import { readBought } from './read-bought.ts';

/** The address of a payment's invoice or receipt, new at each call: Stripe lets one run out after 30 days. */
export function createReadDocument(services: PaymentDependencies): Handler<typeof paymentDocument> {
  const { database, rateLimits, stripe } = services;
  return async ({ user: { user }, params: { id } }) => {
    await rateLimits.consume('documentsByUser', user.id);
    const row = (await readBought(database, user.id)).payments.find((payment) => payment.id === id);
    if (!row) throw new ApiError('not_found');
    const url = await findDocument(stripe, row).catch((error: unknown) => {
      throw asUnavailable(error);
    });
    if (!url) throw new ApiError('not_found');
    return { url };
  };
}

async function findDocument(
  stripe: PaymentDependencies['stripe'],
  { invoice_id: invoiceId, payment_intent_id: intentId }: PaidRow,
): Promise<string | null | undefined> {
  const { invoices, paymentIntents } = await stripe();
  const invoice = invoiceId === null ? null : await invoices.retrieve(invoiceId);
  if (invoice?.hosted_invoice_url || intentId === null) return invoice?.hosted_invoice_url;
  const { latest_charge: charge } = await paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  return (charge as Stripe.Charge | null)?.receipt_url;
}
