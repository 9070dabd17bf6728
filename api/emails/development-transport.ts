import type { Database } from '../platform/db/database.ts';
import type { MailTransport, OutgoingMail } from './smtp-transport.ts';

const mailsKept = 200;

/** Keeps the newest 200 mails in the database instead of sending them; `/dev/mail` shows them. */
export function createDevelopmentTransport(database: Database): MailTransport {
  return {
    async send(mail) {
      await database.query({ name: 'keep-mail', text: keepSql, values: [mail.id, JSON.stringify(mail)] });
      await database.query({ name: 'drop-old-mails', text: dropSql, values: [mailsKept] });
    },
    close: () => undefined,
  };
}

/** A mail in the development mailbox, as `/dev/mail.json` lists it. */
export interface KeptMail extends OutgoingMail {
  /** ISO 8601. */
  readonly sentAt: string;
}

/** The mails that were kept, newest first; those to one address where it is given. */
export async function listKeptMails(database: Database, { to }: { to?: string | undefined } = {}): Promise<KeptMail[]> {
  const rows = await database.query<KeptRow>({ name: 'list-mails', text: listSql, values: [to ?? null] });
  return rows.map(toKeptMail);
}

/** One kept mail; null where there is none of that id. */
export async function findKeptMail(database: Database, id: string): Promise<KeptMail | null> {
  const rows = await database.query<KeptRow>({ name: 'find-mail', text: findSql, values: [id] });
  return rows[0] ? toKeptMail(rows[0]) : null;
}

interface KeptRow {
  readonly mail: OutgoingMail;
  readonly sent_at: Date;
}

function toKeptMail({ mail, sent_at }: KeptRow): KeptMail {
  return { ...mail, sentAt: sent_at.toISOString() };
}

/** No two at the same instant, though the clock may not have moved: the order is that of sending. */
const keepSql = `
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
