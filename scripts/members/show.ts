import { readableEmail } from '../../api/emails/address.ts';
import { isEmail } from '../../engine/run/steps/email.ts';
import { isLiveLogin } from '../../api/accounts/logins.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { writeMainUnit } from '../money.ts';
import { inLine } from '../print.ts';

/** In a line: whose account it is. */
export async function describeAccount({ knex }: Database, userId: string): Promise<string> {
  const user = await knex('users').where({ id: userId }).first<AccountRow>('id', 'email', 'deleted_at');
  return `${user.id}  ${user.email === null ? `removed on ${time(user.deleted_at)}` : inLine(readableEmail(user.email))}`;
}

interface AccountRow {
  readonly id: string;
  readonly email: string | null;
  readonly deleted_at: Date | null;
}

/** All that helps to help the owner: nothing that would let anybody in. */
export async function describeMember(database: Database, userId: string): Promise<readonly string[]> {
  const lines = [await describeAccount(database, userId)];
  for (const { title, text } of sections) {
    const { rows } = await database.knex.raw<{ rows: Row[] }>(text, { id: userId });
    lines.push('', `${title}${rows.length === 0 ? ': none' : ''}`, ...rows.map((row) => `  ${writeRow(row)}`));
  }
  return lines;
}

type Row = Readonly<Record<string, unknown>>;

/** `amount` and `refunded` are in the smallest unit of `currency`. */
function writeRow({ currency, ...row }: Row): string {
  const money = typeof currency === 'string' ? currency : null;
  return Object.entries(row)
    .filter(([, value]) => value !== null && value !== false)
    .map(([name, value]) => {
      if (value === true) return name;
      const isAmount = money !== null && typeof value === 'number';
      return `${name} ${isAmount ? `${writeMainUnit(value, money)} ${money}` : inLine(write(value))}`;
    })
    .join(', ');
}

function write(value: unknown): string {
  if (value instanceof Date) return time(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  return isEmail(value) ? readableEmail(value) : value;
}

function time(at: Date | null): string {
  return at === null ? 'never' : at.toISOString().slice(0, 16).replace('T', ' ');
}

const sections = [
  {
    title: 'Account (times in UTC)',
    text: `
      SELECT language, role, created_at AS opened, email_verified_at AS verified, subscribed_at AS "tips since",
        (SELECT stripe_id FROM customers WHERE user_id = u.id) AS customer,
        coalesce((SELECT access_to FROM access_of(u.id))::text, 'never') AS "access until",
        (SELECT count(*)::text FROM sessions s WHERE s.user_id = u.id AND ${isLiveLogin}) AS "log-ins"
      FROM users u WHERE id = :id`,
  },
  {
    title: 'Access, and why',
    text: `
      SELECT g.source AS "from", g.source_id AS of, g.ends_at::text AS until, g.grace_ends_at AS "at most until",
        g.revoked_at AS revoked
      FROM access_grants g WHERE g.user_id = :id ORDER BY g.created_at`,
  },
  {
    title: 'Subscriptions',
    text: `
      SELECT id, plan, status, amount, currency, period_end AS "paid until",
        cancel_at_period_end AS "does not renew", ended_at AS ended, other_mode AS "test mode"
      FROM subscriptions WHERE user_id = :id ORDER BY created_at`,
  },
  {
    title: 'Payments',
    text: `
      SELECT id, plan, kind, status, amount, nullif(refunded_amount, 0) AS refunded,
        nullif(given_twice, 0) AS "given back twice", currency, paid_at AS paid, disputed, other_mode AS "test mode",
        payment_intent_id AS intent, invoice_id AS invoice
      FROM payments WHERE user_id = :id ORDER BY created_at`,
  },
  {
    title: 'Changes of email',
    text: `
      SELECT old_email AS "from", new_email AS "to", created_at AS asked, confirmed_at AS confirmed, undone_at AS undone,
        CASE WHEN undone_at IS NULL AND undo_until > now() THEN undo_until END AS "can be undone until"
      FROM email_changes WHERE user_id = :id ORDER BY created_at`,
  },
  {
    title: 'Emails sent',
    text: `
      SELECT id, request->>'template' AS email, sent_at AS sent FROM sent_emails WHERE user_id = :id
      ORDER BY sent_at DESC LIMIT 50`,
  },
  {
    title: 'Emails that wait',
    text: `
      SELECT payload->>'template' AS email, created_at AS since, attempts::text, last_error AS problem, dead_at AS "given up"
      FROM jobs WHERE kind = 'mail'
        AND coalesce(payload->>'userId', payload->>'email') IN (:id, (SELECT email FROM users WHERE id = :id))
      ORDER BY created_at`,
  },
  {
    title: 'What support did',
    text: `
      SELECT at, details->>'command' AS command, details->>'payment' AS payment, details->>'days' AS days,
        details->>'mail' AS mail, details->>'by' AS by, details->>'why' AS why
      FROM audit_log WHERE user_id = :id AND action = 'support' ORDER BY id DESC LIMIT 50`,
  },
] as const;
