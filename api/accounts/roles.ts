import type { Role } from '../../schemas/api/values.ts';
import type { Database } from '../platform/db/database.ts';
import { audit } from './audit.ts';
import { normaliseEmail } from './email-address.ts';

export interface RoleChange {
  /** In any spelling. */
  readonly email: string;
  readonly role: Role;
  /** Who does it, for the audit log. */
  readonly requestId: string;
}

/**
 * Gives the account of this address a role, with an entry in the audit log; it counts from the next call on. Resolves to
 * `unknown` where there is no such account, and to `unchanged` where it has the role.
 */
export async function changeRole(database: Database, change: RoleChange): Promise<'changed' | 'unchanged' | 'unknown'> {
  const { role, requestId } = change;
  return database.knex.transaction(async (trx) => {
    const found = trx<{ id: string; role: Role }>('users').where('email', normaliseEmail(change.email));
    const account = await found.whereNull('deleted_at').forUpdate().first('id', 'role');
    if (!account) return 'unknown';
    if (account.role === role) return 'unchanged';
    await trx('users').where('id', account.id).update({ role });
    const action = role === 'analyst' ? 'role_given' : 'role_taken';
    await audit(trx, { action, userId: account.id, ip: null, requestId, details: { role: 'analyst' } });
    return 'changed';
  });
}

/** The addresses of all who have this role, in their order. */
export async function listByRole({ knex }: Database, role: Role): Promise<readonly string[]> {
  const rows = await knex('users').where({ role }).whereNull('deleted_at').orderBy('email').select<Row[]>('email');
  return rows.map(({ email }) => email);
}

interface Row {
  readonly email: string;
}
