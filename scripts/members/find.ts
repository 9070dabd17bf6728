import type Stripe from 'stripe';
import { normaliseEmail } from '../../api/emails/address.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { isUuid } from '../../api/platform/uuid.ts';
import { isStripeRefusal, type StripeSource } from '../../api/payments/stripe.ts';

interface Sources {
  readonly database: Database;
  readonly stripe: StripeSource;
}

/** What a text names. */
export interface FoundMember {
  readonly userId: string;
  /** Null where it names no single payment. */
  readonly paymentId: string | null;
}

/**
 * The account, removed ones too, and the payment that a text names; several where it is an address that nobody has now,
 * and several had.
 */
export async function findTargets({ database, stripe }: Sources, text: string): Promise<readonly FoundMember[]> {
  const search = await toSearch(stripe, text);
  if (search === null) return [];
  const { rows } = await database.knex.raw<{ rows: FoundMember[] }>(texts[search.by], { value: search.value });
  return rows;
}

type By = keyof typeof texts;

async function toSearch(stripe: StripeSource, text: string): Promise<{ by: By; value: string } | null> {
  if (text.includes('@')) return { by: 'email', value: normaliseEmail(text) };
  if (isUuid(text)) return { by: 'id', value: text };
  const prefix = /^(cus|sub|pi|in|cs)_\w+$/.exec(text)?.[1];
  if (prefix) return { by: prefix as By, value: text };
  if (!/^[\w-]{1,60}$/.test(text)) return null;
  const client = await stripe();
  const kind = /^(ch|py|re|dp|du)_/.exec(text)?.[1];
  if (kind) return intentOf(client, kind, text);
  const { data } = await client.invoices.search({ query: `number:"${text}"`, limit: 1 });
  return data[0]?.id ? { by: 'in', value: data[0].id } : null;
}

/** Of a charge, refund or dispute: they are Stripe's alone. */
async function intentOf(client: Stripe, kind: string, id: string): Promise<{ by: 'pi'; value: string } | null> {
  const { charges, refunds, disputes } = client;
  try {
    const { payment_intent: intent } = await (
      kind === 're' ? refunds : kind === 'dp' || kind === 'du' ? disputes : charges
    ).retrieve(id);
    const value = typeof intent === 'string' ? intent : intent?.id;
    return value === undefined ? null : { by: 'pi', value };
  } catch (error) {
    if (isStripeRefusal(error, 'resource_missing')) return null;
    throw error;
  }
}

const ofPayment = (column: string) =>
  `SELECT user_id AS "userId", id AS "paymentId" FROM payments WHERE ${column} = :value`;

const texts = {
  email: `
    SELECT id AS "userId", NULL AS "paymentId" FROM users WHERE email = :value
    UNION SELECT user_id, NULL FROM email_changes
    WHERE old_email = :value AND confirmed_at IS NOT NULL AND NOT EXISTS (SELECT FROM users WHERE email = :value)`,
  id: `SELECT id AS "userId", NULL AS "paymentId" FROM users WHERE id = :value UNION ALL ${ofPayment('id')}`,
  cus: `SELECT user_id AS "userId", NULL AS "paymentId" FROM customers WHERE stripe_id = :value`,
  sub: `SELECT user_id AS "userId", NULL AS "paymentId" FROM subscriptions WHERE id = :value`,
  pi: ofPayment('payment_intent_id'),
  in: ofPayment('invoice_id'),
  cs: ofPayment('checkout_id'),
} as const;
