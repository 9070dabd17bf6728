import type { Knex } from 'knex';
import { paymentColumns, subscriptionColumns } from './columns.ts';
import type { OwnRows, StoredPayment, SubscriptionRow } from './own-rows.ts';

interface Whose {
  readonly userId: string;
  /** As the database gave it, to the microsecond. */
  readonly readStartedAt: string;
}

/** What our tables have of a user who pays. The user's row is locked already. */
export async function readOwnRows(trx: Knex, { userId, readStartedAt }: Whose): Promise<OwnRows> {
  const times = trx('users')
    .where({ id: userId })
    .select('deleted_at', trx.raw('?::timestamptz AS started', [readStartedAt]));
  const user = await times.first<UserTimes | undefined>();
  // Locked, so that whoever stores a page of one does it before this, or sees what became of it.
  const payments = trx('payments').where({ user_id: userId }).orderBy(['created_at', 'id']).forNoKeyUpdate();
  const subscriptions = trx('subscriptions').where({ user_id: userId }).orderBy(['created_at', 'id']);
  return {
    userId,
    deletedAt: user?.deleted_at ?? null,
    readStartedAt: user?.started ?? new Date(readStartedAt),
    payments: await payments.select<StoredPayment[]>({ id: 'id', askedUntil: 'asked_until', ...paymentColumns }),
    subscriptions: await subscriptions.select<SubscriptionRow[]>(subscriptionColumns),
  };
}

interface UserTimes {
  readonly deleted_at: Date | null;
  readonly started: Date;
}
