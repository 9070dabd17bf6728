import type { ChargeSnapshot, CustomerSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from './snapshot.ts';

/** A reading of Stripe, to look things up in. */
export interface Books {
  invoice(id: string | null): InvoiceSnapshot | undefined;
  firstInvoiceOf(subscriptionId: string | null): InvoiceSnapshot | undefined;
  subscription(id: string | null): SubscriptionSnapshot | undefined;
  /** The one that counts of those that a payment took: that which succeeded, if there is one. */
  charge(paymentIntentId: string | null): ChargeSnapshot | undefined;
}

export function openBooks({ invoices, subscriptions, charges }: CustomerSnapshot): Books {
  const invoicesById = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const subscriptionsById = new Map(subscriptions.map((subscription) => [subscription.id, subscription]));
  return {
    invoice: (id) => find(invoicesById, id),
    firstInvoiceOf: (id) =>
      id === null ? undefined : invoices.find(({ subscriptionId, isFirst }) => isFirst && subscriptionId === id),
    subscription: (id) => find(subscriptionsById, id),
    charge: (id) => {
      const taken = charges.filter(({ paymentIntentId }) => id !== null && paymentIntentId === id);
      return (
        taken.find(({ status }) => status === 'succeeded') ??
        taken.find(({ status }) => status === 'pending') ??
        taken[0]
      );
    },
  };
}

function find<Item>(items: ReadonlyMap<string, Item>, id: string | null): Item | undefined {
  return id === null ? undefined : items.get(id);
}
