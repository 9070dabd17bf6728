import type { Database } from '../platform/db/database.ts';
import { hashNetwork } from '../platform/http/network-of.ts';

interface Caller {
  /** Normalised. */
  readonly email: string;
  /** As `hashNetwork` gives it. */
  readonly network: string;
}

/**
 * Whether somebody got into this account from the caller's network in the last 30 days, by password or by a link. For an
 * unknown address it is the same query with the same answer as for an account that nobody got into from there.
 */
export async function isKnownNetwork(database: Database, { email, network }: Caller): Promise<boolean> {
  const rows = await database.query<{ ip: string }>({ name: 'known-networks', text, values: [email] });
  return rows.some((row) => hashNetwork(row.ip) === network);
}

// The index audit_log_of_entries serves it, so that thousands of failed log-ins don't make it slower.
const text = `
  SELECT a.ip FROM users u JOIN audit_log a ON a.user_id = u.id
  WHERE u.email = $1 AND a.action IN ('login', 'password_reset', 'signup') AND a.at > now() - interval '30 days'
    AND a.ip IS NOT NULL
  ORDER BY a.at DESC LIMIT 100`;
