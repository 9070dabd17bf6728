import type { Language, Role, User } from '../../schemas/api/values.ts';

/** A row of `userColumns`. */
export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly language: Language;
  readonly email_verified: boolean;
  readonly access_to: Date | null;
  readonly topic: string | null;
  readonly email_subscribed: boolean;
  readonly unsubscribe_id: string;
  readonly role: Role;
  readonly past_due: boolean;
}

/** What SQL selects of `users u` to make a `User` of it. */
export const userColumns = `
  u.id, u.email, u.first_name, u.language,
  u.email_verified_at IS NOT NULL AS email_verified,
  (SELECT access_to FROM access_of(u.id)) AS access_to,
  (SELECT v.topic FROM visits v WHERE v.user_id = u.id ORDER BY v.created_at DESC LIMIT 1) AS topic,
  u.subscribed_at IS NOT NULL AS email_subscribed,
  u.unsubscribe_id,
  u.role,
  EXISTS (
    SELECT FROM subscriptions s WHERE s.user_id = u.id AND s.ended_at IS NULL AND s.status IN ('past_due', 'unpaid')
  ) AS past_due`;

/** The account as the API shows it to its owner. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    language: row.language,
    emailVerified: row.email_verified,
    accessTo: row.access_to?.toISOString() ?? null,
    topic: row.topic,
    emailSubscribed: row.email_subscribed,
    unsubscribeId: row.unsubscribe_id,
    role: row.role,
    pastDue: row.past_due,
  };
}
