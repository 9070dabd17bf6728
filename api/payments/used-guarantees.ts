import type { User } from '../../schemas/api/values.ts';
import { mailboxOf } from '../emails/address.ts';
import type { Database } from '../platform/db/database.ts';
import { type Guarantee, guaranteeOf } from './guarantee.ts';
import { type BoughtRows, readBought } from './rows.ts';
import { stripeIdOf, type StripeSource } from './stripe.ts';

/** What the guarantee, which is once a person, has given back already. */
export type UsedGuarantees = ReadonlySet<Guarantee>;

/** By the mailbox: of the other accounts that exist and whose emails end up in it. */
export async function readUsedByMailbox(
  database: Database,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<UsedGuarantees> {
  const accounts = await database.query<{ id: string; email: string }>({
    name: 'accounts-given-back',
    text: accountsText,
    values: [id, email],
  });
  const own = accounts.filter((account) => mailboxOf(account.email) === mailboxOf(email));
  return readUsed(
    database,
    own.map((account) => account.id),
  );
}

// Mailboxes that are the same begin alike.
const accountsText = `
  SELECT id, email FROM users
  WHERE id <> $1::uuid AND deleted_at IS NULL AND left(email, 1) = left($2, 1)
    AND EXISTS (SELECT FROM payments WHERE payments.user_id = users.id AND payments.status = 'refunded')`;

interface CardDependencies {
  readonly database: Database;
  readonly stripe: StripeSource;
}

interface PaidByCard {
  readonly userId: string;
  readonly paymentIntentId: string | null;
}

/**
 * By the card that made a payment: of the other accounts, removed ones too, that were given back what it paid. Stripe
 * knows the card again; nothing of it is stored here.
 */
export async function readUsedByCard(
  { database, stripe }: CardDependencies,
  { userId, paymentIntentId }: PaidByCard,
): Promise<UsedGuarantees> {
  if (paymentIntentId === null) return new Set();
  const { charges } = await stripe();
  const { data } = await charges.list({ payment_intent: paymentIntentId, limit: 100 });
  const fingerprint = data.find(({ paid }) => paid)?.payment_method_details?.card?.fingerprint;
  if (!fingerprint) return new Set();
  const query = `payment_method_details.card.fingerprint:"${fingerprint}" AND refunded:"true"`;
  const found = await charges.search({ query, limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const text =
    'SELECT DISTINCT user_id AS id FROM payments WHERE payment_intent_id = ANY ($1::text[]) AND user_id <> $2';
  const values = [found.map((charge) => stripeIdOf(charge.payment_intent)), userId];
  const accounts = await database.query<{ id: string }>({ name: 'accounts-of-card', text, values });
  return readUsed(
    database,
    accounts.map(({ id }) => id),
  );
}

async function readUsed(database: Database, userIds: readonly string[]): Promise<UsedGuarantees> {
  const used = userIds.map(async (id) => {
    const user = await database.knex('users').where({ id }).first<{ deleted_at: Date | null }>('deleted_at');
    return usedOf(await readBought(database, id), user.deleted_at);
  });
  return new Set((await Promise.all(used)).flat());
}

/** All of a payment that it covered was given back in its time, by us too: members may also write to us. */
function usedOf(rows: BoughtRows, deletedAt: Date | null): Guarantee[] {
  return rows.payments.flatMap((row) => {
    const guarantee = guaranteeOf(row, rows);
    const backAt = row.refundedAmount >= row.amount ? row.refundedAt : null;
    if (!guarantee || backAt === null || backAt > guarantee.until) return [];
    // What was paid while the account was removed came back by itself. Stripe's times are whole seconds.
    const isByItself = deletedAt !== null && backAt.getTime() > deletedAt.getTime() - 1_000;
    return isByItself ? [] : [guarantee.kind];
  });
}
