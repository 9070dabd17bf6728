import type { Knex } from 'knex';
import { audit, auditAttempt } from '../platform/audit.ts';
import type { AccountServices } from './services.ts';
import { endOfLogin } from './logins.ts';
import { changeUser, forOwner, tidyName } from './users.ts';
import { isEmailToAccount } from '../emails/requests.ts';
import { readableEmail } from '../emails/address.ts';
import { isEmail } from '../../engine/run/steps/email.ts';
import { eraseLeadsOfUser, leadsOfUser } from '../leads/leads.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import { ApiError } from '../platform/http/problem.ts';
import { removeVisitsOf } from '../visits/visits.ts';
import type { ReplyOf } from '../../schemas/api/call.ts';
import type { User } from '../../schemas/api/values.ts';
import type { me, myData, myVisits, removeMyVisits, updateMe } from '../../schemas/api/users.ts';
import { accountLimits } from './limits.ts';

/** The caller's account, which has been loaded with the session. */
export const showMe: Handler<typeof me> = async ({ user }) => forOwner(user.user);

/** Changes what the owner may change. */
export function createUpdate({ database, rateLimits, updateCustomer }: AccountServices): Handler<typeof updateMe> {
  return async ({ body, user, ip, requestId }) => {
    await rateLimits.consume(accountLimits.changesByUser, user.user.id);
    const name = body.firstName === undefined ? {} : { firstName: tidyName(body.firstName) };
    const changed = await changeUser(database, { userId: user.user.id, changes: { ...body, ...name }, ip, requestId });
    if (!changed) throw new ApiError('not_signed_in');
    if (changed.firstName !== user.user.firstName || changed.language !== user.user.language)
      await updateCustomer(database.knex, user.user.id);
    return forOwner(changed);
  };
}

/** The quizzes that the caller has signed up with, newest first. */
export function createVisitList({ database }: AccountServices): Handler<typeof myVisits> {
  return async ({ user: { user } }) => {
    const rows = await database.query<VisitRow>({ name: 'visits-of-user', text: visitsText, values: [user.id] });
    return { visits: rows.map(({ created_at, ...visit }) => ({ ...visit, createdAt: created_at.toISOString() })) };
  };
}

/** Erases what the caller's quizzes have left in the account. A second call changes nothing. */
export function createVisitRemoval({ database, keys }: AccountServices): Handler<typeof removeMyVisits> {
  return async ({ user: { user }, ip, requestId }) => {
    await database.knex.transaction(async (trx) => {
      const known = await trx('users').where({ id: user.id, deleted_at: null }).forUpdate().first<object>('id');
      if (!known) throw new ApiError('not_signed_in');
      await eraseLeadsOfUser(trx, keys, user);
      const removed = await removeVisitsOf(trx, user.id);
      if (removed > 0) await audit(trx, { action: 'visits_removed', userId: user.id, ip, requestId });
    });
    return undefined;
  };
}

type Visit = ReplyOf<typeof myVisits>['visits'][number];
type VisitRow = Omit<Visit, 'createdAt'> & { readonly created_at: Date };

const visitsText = `
  SELECT funnel, answers, input, outcome, created_at
  FROM visits WHERE user_id = $1 ORDER BY created_at DESC, id LIMIT 50`;

/**
 * All that is stored about the caller, as it is at one moment, without what would let others in: no password hash, no
 * key of a session, no token of a link.
 */
export function createDownload(services: AccountServices): Handler<typeof myData> {
  const { database, keys, rateLimits } = services;
  return async ({ user: { user }, ip, requestId }) => {
    await rateLimits.consume(accountLimits.downloadByUser, user.id);
    await auditAttempt(database.knex, { action: 'data_downloaded', userId: user.id, ip, requestId });
    const { account, ...others } = await database.knex.transaction((trx) => readSections(trx, keys, user), {
      isolationLevel: 'repeatable read',
      readOnly: true,
    });
    const visitEvents = await readVisitEvents(services, others);
    return {
      exportedAt: new Date().toISOString(),
      account: { ...forOwner(user), ...account?.[0] },
      ...others,
      visitEvents,
    };
  };
}

/** What browsers have reported of the visits that the account still leads to: events may be stored elsewhere. */
async function readVisitEvents({ readReported }: AccountServices, { visits = [], payments = [] }: Sections) {
  const ids = [...visits, ...payments].flatMap((row) =>
    'visitId' in row && typeof row.visitId === 'string' ? row.visitId : [],
  );
  if (ids.length === 0) return [];
  const reported = await readReported([...new Set(ids)]);
  return [...reported].map(([visitId, batches]) => ({ visitId, batches }));
}

type Sections = Readonly<Record<string, readonly object[]>>;

/** One after the other: a download is in no hurry, and must not take the connections of other requests. */
async function readSections(trx: Knex, keys: AccountServices['keys'], user: User): Promise<Sections> {
  const { id, email } = user;
  const sections: Record<string, readonly object[]> = {};
  for (const [name, text] of Object.entries(sectionTexts)) {
    const { rows } = await trx.raw<{ rows: object[] }>(text, { id, email });
    sections[name] = rows.map(withReadableEmails);
  }
  const { text, values } = await leadsOfUser(trx, keys, user);
  const { rows } = await trx.raw<{ rows: object[] }>(`${leadsText} AND ${text} ORDER BY created_at`, values);
  sections['leads'] = rows.map(withReadableEmails);
  return sections;
}

/** A row of the download with its addresses as their owner writes them. */
function withReadableEmails(row: object): object {
  const entries = Object.entries(row) as [string, unknown][];
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' && isEmail(value) ? readableEmail(value) : value]),
  );
}

const leadsText = `
  SELECT contact, kind, leads.funnel, version, leads.step, leads.locale, source, query, answers, words AS consent,
    created_at AS "createdAt", changed_at AS "changedAt"
  FROM leads JOIN lead_consents ON lead_consents.id = consent_id WHERE contact IS NOT NULL`;

const sectionTexts: Readonly<Record<string, string>> = {
  account: `
    SELECT created_at AS "createdAt", agreed_at AS "agreedAt", email_verified_at AS "emailVerifiedAt",
      subscribed_at AS "subscribedAt", unsubscribed_at AS "unsubscribedAt", promo, role
    FROM users WHERE id = :id`,
  sessions: `
    SELECT id, device, created_at AS "createdAt", rotated_at AS "lastRefreshedAt", ${endOfLogin('s')} AS "expiresAt",
      ended_at AS "endedAt"
    FROM sessions s WHERE user_id = :id ORDER BY created_at`,
  visits: `
    SELECT funnel, version, answers, input, outcome, topics, visit_id AS "visitId", created_at AS "createdAt"
    FROM visits WHERE user_id = :id ORDER BY created_at`,
  listening: `
    SELECT content_id AS session, status, position_seconds AS "positionSeconds", started_at AS "startedAt",
      finished_at AS "finishedAt", updated_at AS "updatedAt"
    FROM content_progress WHERE user_id = :id ORDER BY started_at, content_id`,
  plays: `
    SELECT id, content_id AS session, day::text AS day, seconds AS "heardSeconds", created_at AS "createdAt"
    FROM content_plays WHERE user_id = :id ORDER BY created_at, id`,
  favourites: `
    SELECT content_id AS session, created_at AS "createdAt"
    FROM content_favourites WHERE user_id = :id ORDER BY created_at, content_id`,
  links: `
    SELECT purpose, created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt"
    FROM one_time_tokens WHERE user_id = :id ORDER BY created_at`,
  emailChanges: `
    SELECT old_email AS "oldEmail", new_email AS "newEmail", created_at AS "createdAt", confirmed_at AS "confirmedAt",
      undo_until AS "undoUntil", undone_at AS "undoneAt"
    FROM email_changes WHERE user_id = :id ORDER BY created_at`,
  accessGrants: `
    SELECT source, source_id AS "sourceId", ends_at AS "endsAt", grace_ends_at AS "graceEndsAt",
      revoked_at AS "revokedAt", created_at AS "createdAt"
    FROM access_grants WHERE user_id = :id ORDER BY created_at`,
  customers: `
    SELECT stripe_id AS "stripeId", former_ids AS "formerIds", livemode, other_mode AS "otherMode",
      created_at AS "createdAt"
    FROM customers WHERE user_id = :id`,
  payments: `
    SELECT id, plan, kind, status, amount, refunded_amount AS "refundedAmount", given_twice AS "givenTwice", currency,
      disputed, other_mode AS "otherMode", funnel, utm_source AS "utmSource", visit_id AS "visitId", tracking,
      checkout_id AS "checkoutId", subscription_id AS "subscriptionId", invoice_id AS "invoiceId",
      payment_intent_id AS "paymentIntentId", created_at AS "createdAt", expires_at AS "expiresAt", paid_at AS "paidAt",
      refunded_at AS "refundedAt"
    FROM payments WHERE user_id = :id ORDER BY created_at`,
  subscriptions: `
    SELECT id, plan, status, amount, next_amount AS "nextAmount", currency, other_mode AS "otherMode",
      period_start AS "periodStart", period_end AS "periodEnd", cancel_at_period_end AS "cancelAtPeriodEnd",
      failed_attempts AS "failedAttempts", reminded_for AS "remindedFor", ended_at AS "endedAt",
      created_at AS "createdAt"
    FROM subscriptions WHERE user_id = :id ORDER BY created_at`,
  waitingMails: `
    SELECT payload->>'template' AS template, payload - ARRAY['template', 'userId', 'email', 'cause'] AS about,
      created_at AS "createdAt"
    FROM jobs WHERE ${isEmailToAccount} ORDER BY created_at`,
  sentMails: `
    SELECT request->>'template' AS template, request - ARRAY['template', 'userId', 'email'] AS about,
      sent_at AS "sentAt"
    FROM sent_emails WHERE user_id = :id ORDER BY sent_at`,
  // Without the name of the helper.
  events: `
    SELECT at, action, ip, request_id AS "requestId", details - 'by' AS details
    FROM audit_log WHERE user_id = :id ORDER BY at`,
};
