import type { Knex } from 'knex';
import { enqueueJob } from '../platform/jobs/queue.ts';
import type { Keys } from '../platform/keys.ts';
import type { Database } from '../platform/db/database.ts';
import { createSendLead, type LeadServices, visitKeysOf } from './store-lead.ts';
import { leadJob } from './webhook.ts';

/** The call by which quizzes send leads. */
export function createLeadEndpoints(services: LeadServices) {
  return { sendLead: createSendLead(services) };
}

interface Person {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/**
 * SQL for the leads of a user, with its values: those with the user's address, if it is verified, those from before with
 * a verified address that was changed lately, and those of the visits that the account came from. Strangers can open an
 * account with an address that isn't theirs.
 */
export async function leadsOfUser(trx: Knex, keys: Pick<Keys, 'leadVisit'>, { id, email, emailVerified }: Person) {
  const visits = await trx('visits')
    .where({ user_id: id })
    .whereNotNull('visit_id')
    .select<{ visit_id: string }[]>('visit_id');
  const visitKeys = visits.flatMap(({ visit_id: visit }) => visitKeysOf(keys, visit));
  return {
    text: `(contact = :contact OR visit_key = ANY (:visitKeys) OR EXISTS (
      SELECT FROM email_changes c
      WHERE c.user_id = :id AND c.old_email = contact AND c.undo_until IS NOT NULL AND leads.created_at < c.confirmed_at))`,
    values: { id, contact: emailVerified ? email : null, visitKeys },
  };
}

/** Erases the leads of a user; the webhook gets it too, so that the receiver can do the same. */
export async function eraseLeadsOfUser(trx: Knex, keys: Pick<Keys, 'leadVisit'>, user: Person): Promise<void> {
  const { text, values } = await leadsOfUser(trx, keys, user);
  await erase(trx, text, values);
}

/** Erases the leads with this address or number, and others of the same visits. Resolves to how many there were. */
export async function eraseLeads(database: Database, contact: string): Promise<number> {
  const ofVisits = 'visit_key IN (SELECT visit_key FROM leads WHERE contact = :contact)';
  return database.knex.transaction((trx) => erase(trx, ofVisits, { contact }));
}

async function erase(trx: Knex, which: string, values: Readonly<Record<string, unknown>>): Promise<number> {
  const text = `
    UPDATE leads SET contact = NULL, source = '', query = '{}', answers = '{}', changed_at = clock_timestamp()
    WHERE contact IS NOT NULL AND ${which} RETURNING id`;
  const { rows } = await trx.raw<{ rows: readonly { id: string }[] }>(text, values as Knex.ValueDict);
  for (const { id } of rows) await enqueueJob(trx, leadJob, { erased: id });
  return rows.length;
}

/** Removes leads that are older than so many months. */
export async function removeOldLeads(database: Database, months: number): Promise<void> {
  const text = 'DELETE FROM leads WHERE created_at < now() - make_interval(months => $1::integer)';
  await database.query({ name: 'remove-old-leads', text, values: [months] });
}
