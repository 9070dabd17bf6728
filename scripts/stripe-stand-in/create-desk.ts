import type { Stripe } from 'stripe';
import type { DeskActions, DeskPayment, DeskSubscription } from './actions.ts';
import { amountLeft, changeDispute, isHeldBack, openDispute, refundCharge } from './billing/money-back.ts';
import { catchUp } from './billing/run-billing.ts';
import { describeItem, endSubscription } from './billing/subscriptions.ts';
import { idOf } from './objects/fields.ts';
import { itemOf } from './objects/subscription.ts';
import type { Books } from './state/books.ts';
import { monthsOf } from './create-actions.ts';

/** @param commit resolves when what was changed is safe */
export function createDesk(books: Books, commit: () => Promise<void>): DeskActions {
  const { tables } = books;
  return {
    overview() {
      catchUp(books);
      return {
        customers: tables.customers.newest().map(({ id, email, name }) => ({ id, email, name: name ?? null })),
        subscriptions: tables.subscriptions.newest().map((subscription) => viewSubscription(books, subscription)),
        payments: tables.charges.newest().map((charge) => viewPayment(books, charge)),
      };
    },
    async refund(chargeId) {
      const charge = tables.charges.get(chargeId);
      if (!charge?.paid || amountLeft(charge) === 0 || isHeldBack(books, chargeId)) return;
      refundCharge(books, charge, { amount: amountLeft(charge), reason: 'requested_by_customer', metadata: {} });
      await commit();
    },
    async dispute(chargeId) {
      const charge = tables.charges.get(chargeId);
      if (!charge?.paid || disputeOf(books, chargeId)) return;
      openDispute(books, charge, 'needs_response', 'fraudulent');
      await commit();
    },
    async decide(chargeId, outcome) {
      const dispute = disputeOf(books, chargeId);
      if (!dispute || !isOpen(dispute)) return;
      changeDispute(books, dispute, outcome);
      await commit();
    },
    async cancel(subscriptionId) {
      const subscription = tables.subscriptions.get(subscriptionId);
      if (!subscription || subscription.status === 'canceled') return;
      endSubscription(books, subscription, 'cancellation_requested');
      await commit();
    },
  };
}

function viewSubscription(books: Books, subscription: Stripe.Subscription): DeskSubscription {
  const { price, quantity, current_period_end } = itemOf(subscription);
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer),
    description: describeItem(books, subscription),
    amount: (price.unit_amount ?? 0) * (quantity ?? 1),
    currency: subscription.currency,
    months: monthsOf(price),
    status: subscription.status,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    periodEnd: subscription.ended_at ?? current_period_end,
  };
}

function viewPayment(books: Books, charge: Stripe.Charge): DeskPayment {
  const dispute = disputeOf(books, charge.id);
  return {
    id: charge.id,
    customerId: idOf(charge.customer),
    isPaid: charge.paid,
    amount: charge.amount,
    refundedAmount: charge.amount_refunded,
    currency: charge.currency,
    createdAt: charge.created,
    dispute: dispute ? { status: dispute.status, isOpen: isOpen(dispute) } : null,
  };
}

function disputeOf({ tables }: Books, chargeId: string): Stripe.Dispute | undefined {
  return tables.disputes.newest().find(({ charge }) => charge === chargeId);
}

function isOpen({ status }: Stripe.Dispute): boolean {
  return !['won', 'lost', 'prevented', 'warning_closed'].includes(status);
}
