import type { myData } from '../../schemas/api/users.ts';
import type { Handler } from '../http/handler.ts';
import type { AccountServices } from './dependencies.ts';

/**
 * All that is stored about the caller, without what would let others in: no password hash, no key of a session, no
 * token of a link.
 */
export function createDownload({ database }: AccountServices): Handler<typeof myData> {
  return async ({ user: { user } }) => {
    const sections = Object.entries(sectionTexts).map(async ([name, text]) => {
      const { rows } = await database.knex.raw<{ rows: object[] }>(text, { id: user.id, email: user.email });
      return [name, rows] as const;
    });
    const { account, ...others } = Object.fromEntries(await Promise.all(sections));
    return { exportedAt: new Date().toISOString(), account: { ...user, ...account?.[0] }, ...others };
  };
}

const sectionTexts: Readonly<Record<string, string>> = {
  account: `
    SELECT created_at AS "createdAt", agreed_at AS "agreedAt", email_verified_at AS "emailVerifiedAt",
      unsubscribed_at AS "unsubscribedAt", promo
    FROM users WHERE id = :id`,
  sessions: `
    SELECT id, created_at AS "createdAt", rotated_at AS "lastRefreshedAt", expires_at AS "expiresAt",
      ended_at AS "endedAt"
    FROM sessions WHERE user_id = :id ORDER BY created_at`,
  visits: `
    SELECT funnel, version, answers, input, outcome, topic, created_at AS "createdAt"
    FROM visits WHERE user_id = :id ORDER BY created_at`,
  links: `
    SELECT purpose, created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt"
    FROM one_time_tokens WHERE user_id = :id ORDER BY created_at`,
  accessGrants: `
    SELECT source, ends_at AS "endsAt", revoked_at AS "revokedAt", created_at AS "createdAt"
    FROM access_grants WHERE user_id = :id ORDER BY created_at`,
  waitingMails: `
    SELECT payload->>'template' AS template, created_at AS "createdAt"
    FROM jobs WHERE kind = 'mail' AND (payload->>'userId' = :id OR payload->>'email' = :email) ORDER BY created_at`,
  events: `
    SELECT at, action, ip, details
    FROM audit_log WHERE user_id = :id ORDER BY at`,
};
