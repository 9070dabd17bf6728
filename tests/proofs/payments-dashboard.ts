import type { Stripe } from 'stripe';
import { readAtStripe, type AtStripe } from './payments-at-stripe.ts';
import type { Payer } from './payments-cast.ts';
import type { StripeServer } from './stripe-server.ts';

/** What people do in Stripe's dashboard and at their banks, past our API. */
export interface Dashboard {
  readonly read: (payer: Payer) => Promise<AtStripe>;
  /** Of the last payment: all of it, or so much. */
  readonly refund: (payer: Payer, amount?: number) => Promise<void>;
  readonly dispute: (payer: Payer, status: Stripe.Dispute.Status) => Promise<void>;
  readonly cancelAtPeriodEnd: (payer: Payer) => Promise<void>;
  readonly cancelNow: (payer: Payer) => Promise<void>;
  /** Pays the invoice that is open, on its page. */
  readonly payOpenInvoice: (payer: Payer) => Promise<void>;
}

export function openDashboard(stripe: StripeServer): Dashboard {
  const { client } = stripe;
  const read = async ({ email }: Payer): Promise<AtStripe> => {
    const { data } = await client.customers.list({ email });
    return readAtStripe(client, data[0]!.id);
  };
  /** Newest first, as Stripe lists them. */
  const lastCharge = async (payer: Payer) => (await read(payer)).charges[0]!.id;
  return {
    read,
    refund: async (payer, amount) =>
      void (await client.refunds.create({ charge: await lastCharge(payer), ...(amount && { amount }) })),
    dispute: async (payer, status) => stripe.dispute(await lastCharge(payer), status),
    cancelAtPeriodEnd: async ({ subscriptionId }) =>
      void (await client.subscriptions.update(subscriptionId, { cancel_at_period_end: true })),
    cancelNow: async ({ subscriptionId }) => void (await client.subscriptions.cancel(subscriptionId)),
    async payOpenInvoice(payer) {
      const invoice = (await read(payer)).invoices.find(({ status }) => status === 'open');
      await stripe.payInvoice(invoice?.hosted_invoice_url ?? '');
    },
  };
}
