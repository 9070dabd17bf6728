import type { Database } from '../platform/db/database.ts';
import type { EmailTransport, OutgoingEmail } from './smtp-transport.ts';

const maxStoredEmails = 200;

/** Keeps the newest 200 emails in the database instead of sending them; `/dev/mail` shows them. */
export function createDevelopmentTransport(database: Database): EmailTransport {
  return {
    async send(mail) {
      await database.query({ name: 'keep-mail', text: storeSql, values: [mail.id, JSON.stringify(mail)] });
      await database.query({ name: 'drop-old-mails', text: dropSql, values: [maxStoredEmails] });
    },
    close: () => undefined,
  };
}

/** An email in the development mailbox, as `/dev/mail.json` lists it. */
export interface StoredEmail extends OutgoingEmail {
  /** ISO 8601. */
  readonly sentAt: string;
}

/** The emails that were kept, newest first; those to one address where it is given. */
export async function listStoredEmails(
  database: Database,
  { to }: { to?: string | undefined } = {},
): Promise<StoredEmail[]> {
  const rows = await database.query<StoredEmailRow>({ name: 'list-mails', text: listSql, values: [to ?? null] });
  return rows.map(toStoredEmail);
}

/** One stored email; null where there is none of that id. */
export async function findStoredEmail(database: Database, id: string): Promise<StoredEmail | null> {
  const rows = await database.query<StoredEmailRow>({ name: 'find-mail', text: findSql, values: [id] });
  return rows[0] ? toStoredEmail(rows[0]) : null;
}

interface StoredEmailRow {
  readonly mail: OutgoingEmail;
  readonly sent_at: Date;
}

function toStoredEmail({ mail, sent_at }: StoredEmailRow): StoredEmail {
  return { ...mail, sentAt: sent_at.toISOString() };
}

/** No two at the same instant, though the clock may not have moved: the order is that of sending. */
const storeSql = `
  INSERT INTO development_mails (id, mail, sent_at)
  SELECT $1, $2, greatest(clock_timestamp(), max(sent_at) + interval '1 microsecond') FROM development_mails
  ON CONFLICT (id) DO UPDATE SET mail = excluded.mail, sent_at = excluded.sent_at`;

const dropSql = `
  DELETE FROM development_mails
  WHERE id IN (SELECT id FROM development_mails ORDER BY sent_at DESC OFFSET $1)`;

const listSql = `
  SELECT mail, sent_at FROM development_mails
  WHERE $1::text IS NULL OR lower(mail ->> 'to') = lower($1)
  ORDER BY sent_at DESC`;

const findSql = 'SELECT mail, sent_at FROM development_mails WHERE id::text = $1';
