import type { MailRequest } from '../../emails/mail.ts';
import { chooseActions, type StripeAction } from './choose-actions.ts';
import { chooseMails } from './choose-mails.ts';
import type { GrantRow, OwnRows } from './own-rows.ts';
import { grantOfPayment, grantOfSubscription } from './settle-grants.ts';
import { settlePayments, type SettledPayment } from './settle-payments.ts';
import { settleSubscriptions, type SettledSubscription } from './settle-subscriptions.ts';
import type { CustomerSnapshot } from './snapshot.ts';

/** What follows from a reading of Stripe. */
export interface Settlement {
  readonly payments: readonly SettledPayment[];
  readonly subscriptions: readonly Pick<SettledSubscription, 'row' | 'before'>[];
  /** Of all that gives access. */
  readonly grants: readonly GrantRow[];
  /** Subscriptions that give none any more, as one that is paused. */
  readonly withoutGrant: readonly string[];
  readonly mails: readonly MailRequest[];
  readonly actions: readonly StripeAction[];
}

/**
 * Works out how our rows are to be, what its customer is to be told, and what is to be done at Stripe. What Stripe does
 * not tell of stays as it is. Doing it again with the same reading changes nothing more.
 */
export function settle(snapshot: CustomerSnapshot, own: OwnRows): Settlement {
  const payments = settlePayments(snapshot, own);
  const subscriptions = settleSubscriptions(snapshot, own, payments);
  const grants = subscriptions.map((subscription) => ({
    id: subscription.row.id,
    grant: grantOfSubscription(subscription),
  }));
  const { userId, deletedAt } = own;
  const actions = chooseActions({ own, payments, subscriptions, checkouts: snapshot.checkouts });
  return {
    payments,
    subscriptions,
    grants: [...grants.map(({ grant }) => grant), ...payments.map(grantOfPayment)].filter((grant) => grant !== null),
    withoutGrant: grants.filter(({ grant }) => grant === null).map(({ id }) => id),
    mails: deletedAt ? [] : chooseMails({ userId, payments, subscriptions, actions }),
    actions,
  };
}
