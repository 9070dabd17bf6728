import type { Knex } from 'knex';
import { enqueueConversion } from '../../analytics/conversions.ts';
import type { EmailRequest } from '../../emails/requests.ts';
import { reportPayment } from '../../events/batches.ts';
import { chooseActions, type StripeAction } from './actions.ts';
import { chooseEmails } from './choose-emails.ts';
import { type GrantRow, type OwnRows, type PaymentRow, toColumns } from '../rows.ts';
import { type SettledPayment, settlePayments } from './settle-payments.ts';
import {
  grantOfPayment,
  grantOfSubscription,
  type SettledSubscription,
  settleSubscriptions,
} from './settle-subscriptions.ts';
import { type CustomerSnapshot, indexPayments } from './snapshot.ts';

/** What follows from a reading of Stripe. */
export interface Settlement {
  readonly payments: readonly SettledPayment[];
  readonly subscriptions: readonly Pick<SettledSubscription, 'row' | 'before'>[];
  /** Of all that gives access. */
  readonly grants: readonly GrantRow[];
  /** Subscriptions that give none any more, as one that is paused. */
  readonly withoutGrant: readonly string[];
  readonly emails: readonly EmailRequest[];
  readonly actions: readonly StripeAction[];
}

/**
 * Works out how our rows are to be, which emails its customer gets, and what is to be done at Stripe. What Stripe does
 * not say stays as it is. Doing it again with the same reading changes nothing more.
 */
export function settle(snapshot: CustomerSnapshot, own: OwnRows): Settlement {
  const index = indexPayments(snapshot);
  const payments = settlePayments(snapshot, own, index).filter(({ row }) => !row.otherMode);
  const subscriptions = settleSubscriptions(snapshot, own, payments);
  const grants = subscriptions.map((subscription) => ({
    id: subscription.row.id,
    grant: grantOfSubscription(subscription),
  }));
  const { userId, deletedAt } = own;
  const actions = chooseActions({ ...snapshot, own, payments, subscriptions, index });
  return {
    payments,
    subscriptions,
    grants: [...grants.map(({ grant }) => grant), ...payments.map(grantOfPayment)].filter((grant) => grant !== null),
    withoutGrant: grants.filter(({ grant }) => grant === null).map(({ id }) => id),
    emails: deletedAt ? [] : chooseEmails({ userId, payments, subscriptions, index, actions }),
    actions,
  };
}

interface WritingDependencies {
  readonly userId: string;
  readonly enqueueEmail: (trx: Knex, request: EmailRequest) => Promise<void>;
}

/** Writes down what is new, and the emails that follow from it. */
export async function writeSettlement(trx: Knex, settlement: Settlement, parts: WritingDependencies): Promise<void> {
  const { userId, enqueueEmail } = parts;
  for (const payment of settlement.payments) await writePayment(trx, userId, payment);
  for (const { row, before } of settlement.subscriptions) {
    const columns = toColumns(row, before ?? undefined);
    if (Object.keys(columns).length === 0) continue;
    if (before) await trx('subscriptions').where({ id: row.id }).update(columns);
    else await trx('subscriptions').insert({ ...columns, user_id: userId });
  }
  for (const grant of settlement.grants) await writeGrant(trx, userId, grant);
  const { withoutGrant } = settlement;
  if (withoutGrant.length > 0)
    await trx('access_grants').where({ source: 'subscription' }).whereIn('source_id', withoutGrant).delete();
  for (const email of settlement.emails) await enqueueEmail(trx, email);
}

async function writePayment(trx: Knex, userId: string, payment: SettledPayment): Promise<void> {
  const { id, before, row } = payment;
  if (before) {
    const columns = toColumns(row, before);
    if (Object.keys(columns).length > 0) await trx('payments').where({ id: before.id }).update(columns);
    if (before.paidAt === null && row.status === 'succeeded') await enqueueConversion(trx, before.id);
    if (before.paidAt === null && row.paidAt !== null) await reportPaid(trx, { id: before.id, row });
    return;
  }
  await trx('payments').insert({ ...toColumns(row), user_id: userId, ...(id !== null && { id }) });
}

/** Reports the payment with the visit that led to it, where that is known. */
async function reportPaid(trx: Knex, { id, row }: { readonly id: string; readonly row: PaymentRow }): Promise<void> {
  const { plan, amount, currency } = row;
  const found = trx('payments').where({ id }).whereNotNull('visit_id');
  const from = await found.first<{ visit: string; funnel: string } | undefined>({
    visit: 'visit_id',
    funnel: 'funnel',
  });
  if (from) await reportPayment(trx, { ...from, paymentId: id, payment: { plan, amount, currency } });
}

async function writeGrant(trx: Knex, userId: string, grant: GrantRow): Promise<void> {
  const { source, sourceId, endsAt, graceEndsAt, revokedAt } = grant;
  await trx.raw(grantText, [userId, source, sourceId, endsAt, graceEndsAt, revokedAt]);
}

const grantText = `
  INSERT INTO access_grants (user_id, source, source_id, ends_at, grace_ends_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (source, source_id) DO UPDATE SET
    ends_at = excluded.ends_at, grace_ends_at = excluded.grace_ends_at, revoked_at = excluded.revoked_at
  WHERE (access_grants.ends_at, access_grants.grace_ends_at, access_grants.revoked_at)
    IS DISTINCT FROM (excluded.ends_at, excluded.grace_ends_at, excluded.revoked_at)`;
