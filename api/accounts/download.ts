import type { Knex } from 'knex';
import type { myData } from '../../schemas/api/users.ts';
import { isMailToAccount } from '../emails/requests.ts';
import type { Handler } from '../platform/http/handler.ts';
import { auditAttempt } from './audit.ts';
import type { AccountServices } from './dependencies.ts';
import { endOfSession } from './sessions.ts';

/**
 * All that is stored about the caller, as it is at one moment, without what would let others in: no password hash, no
 * key of a session, no token of a link.
 */
export function createDownload({ database, rateLimits }: AccountServices): Handler<typeof myData> {
  return async ({ user: { user }, ip, requestId }) => {
    await rateLimits.consume('downloadByUser', user.id);
    await auditAttempt(database.knex, { action: 'data_downloaded', userId: user.id, ip, requestId });
    const { account, ...others } = await database.knex.transaction((trx) => readSections(trx, user), {
      isolationLevel: 'repeatable read',
      readOnly: true,
    });
    return { exportedAt: new Date().toISOString(), account: { ...user, ...account?.[0] }, ...others };
  };
}

type Sections = Readonly<Record<string, readonly object[]>>;

/** One after the other: a download is in no hurry, and must not take the connections of other requests. */
async function readSections(trx: Knex, { id, email }: { id: string; email: string }): Promise<Sections> {
  const sections: Record<string, readonly object[]> = {};
  for (const [name, text] of Object.entries(sectionTexts)) {
    const { rows } = await trx.raw<{ rows: object[] }>(text, { id, email });
    sections[name] = rows;
  }
  return sections;
}

const sectionTexts: Readonly<Record<string, string>> = {
  account: `
    SELECT created_at AS "createdAt", agreed_at AS "agreedAt", email_verified_at AS "emailVerifiedAt",
      subscribed_at AS "subscribedAt", unsubscribed_at AS "unsubscribedAt", promo, role
    FROM users WHERE id = :id`,
  sessions: `
    SELECT id, created_at AS "createdAt", rotated_at AS "lastRefreshedAt", ${endOfSession('s')} AS "expiresAt",
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
  links: `
    SELECT purpose, created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt"
    FROM one_time_tokens WHERE user_id = :id ORDER BY created_at`,
  accessGrants: `
    SELECT source, ends_at AS "endsAt", revoked_at AS "revokedAt", created_at AS "createdAt"
    FROM access_grants WHERE user_id = :id ORDER BY created_at`,
  payments: `
    SELECT id, plan, kind, status, amount, refunded_amount AS "refundedAmount", currency,
      disputed, funnel, utm_source AS "utmSource", visit_id AS "visitId", created_at AS "createdAt", paid_at AS "paidAt",
      refunded_at AS "refundedAt"
    FROM payments WHERE user_id = :id ORDER BY created_at`,
  subscriptions: `
    SELECT id, plan, status, amount, currency, period_start AS "periodStart", period_end AS "periodEnd",
      cancel_at_period_end AS "cancelAtPeriodEnd", ended_at AS "endedAt", created_at AS "createdAt"
    FROM subscriptions WHERE user_id = :id ORDER BY created_at`,
  waitingMails: `
    SELECT payload->>'template' AS template, created_at AS "createdAt"
    FROM jobs WHERE ${isMailToAccount} ORDER BY created_at`,
  events: `
    SELECT at, action, ip, details
    FROM audit_log WHERE user_id = :id ORDER BY at`,
};
