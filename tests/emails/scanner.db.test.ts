import { expect, it, onTestFinished } from 'vitest';
import { createPasswords } from '../../api/accounts/passwords.ts';
import { createCalls } from '../../api/app.ts';
import type { Database } from '../../api/platform/db/database.ts';
import {
  createDevelopmentTransport,
  listStoredEmails,
  type StoredEmail,
} from '../../api/emails/development-transport.ts';
import { enqueueEmail } from '../../api/emails/requests.ts';
import { createLog } from '../../api/platform/log.ts';
import { createMetrics } from '../../api/platform/metrics.ts';
import { runApp } from '../harness/app.ts';
import { describePostgres } from '../harness/databases.ts';
import { storesIn } from '../harness/event-stores.ts';
import { readConfig } from '../../api/platform/config/config.ts';
import { withoutStripe } from '../payments/without-stripe.ts';
import { allEmails } from './all-emails.ts';
import { addUser, keys, publicUrl, startMailing, until } from './mailing.ts';

/** The whole API on this database. */
async function runApi(database: Database) {
  const parts = {
    ...withoutStripe,
    ...storesIn(database),
    keys,
    funnels: new Map(),
    funnelWords: new Map(),
    publicUrl,
    log: createLog('silent'),
  };
  const own = { passwords: createPasswords({ permits: 1 }), wakeWorker: () => undefined, metrics: createMetrics() };
  const calls = createCalls({ ...readConfig({}), ...parts, ...own });
  const app = await runApp(calls);
  onTestFinished(() => app.close());
  return app;
}

/** Every row of every table. */
async function readAll(database: Database): Promise<Readonly<Record<string, unknown>>> {
  const tables = await database
    .knex('pg_tables')
    .where({ schemaname: 'public' })
    .orderBy('tablename')
    .pluck<string[]>('tablename');
  const rows = tables.map(async (table) => {
    const found = await database.knex(table).select(database.knex.raw('to_jsonb(??) as row', [table]));
    return [table, found.map(({ row }: { row: unknown }) => JSON.stringify(row)).toSorted()] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** Every address in text, HTML and headers. */
function addressesIn({ text, html, headers }: StoredEmail): string[] {
  const all = [text, html, ...Object.values(headers)].join('\n').replaceAll('&#38;', '&');
  return [...new Set(all.match(/https?:\/\/[^\s"<>]+/g))];
}

/** Sends every email there is to a person of each language, and resolves to what arrived. */
async function sendAllEmails(database: Database): Promise<readonly StoredEmail[]> {
  startMailing(database, createDevelopmentTransport(database));
  for (const language of ['en', 'es'] as const) {
    const user = await addUser(database, { language });
    for (const request of allEmails(user, language)) await enqueueEmail(database.knex, request);
  }
  await until(async () => expect(await database.knex('jobs')).toEqual([]));
  return listStoredEmails(database);
}

describePostgres('a scanner that opens every address in every mail', (open) => {
  it('changes nothing', async () => {
    const database = await open();
    const mails = await sendAllEmails(database);
    const templates = allEmails({ id: '', email: '' }, 'en').length;
    expect(mails).toHaveLength(2 * templates);
    const addresses = mails.flatMap(addressesIn);
    // A button in all but two, and two ways to unsubscribe in one.
    expect(addresses).toHaveLength(2 * (templates - 2 + 2));
    const api = await runApi(database);
    const before = await readAll(database);
    expect(Object.keys(before)).toContain('one_time_tokens');
    for (const address of addresses) {
      expect(address.startsWith(publicUrl)).toBe(true);
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        expect((await api.ask(address.slice(publicUrl.length), { method })).status).toBeLessThan(500);
    }
    expect(await readAll(database)).toEqual(before);
  });

  it('is shown the page where the person decides, by the address that mail programs POST to', async () => {
    const database = await open();
    const user = await addUser(database);
    const api = await runApi(database);
    const path = `/api/v1/emails/unsubscribe/${user.unsubscribe_id}/`;
    const shown = await api.ask(path);
    expect([shown.status, shown.headers.location]).toEqual([303, `${publicUrl}/cabinet/email-unsubscribe`]);
    const users = () => database.knex('users').whereNotNull('unsubscribed_at').pluck('id');
    expect(await users()).toEqual([]);
    // RFC 8058, as mail programs send it: without a cookie, a token or JSON.
    const oneClick = {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    };
    expect((await api.ask(path, oneClick)).status).toBe(204);
    expect(await users()).toEqual([user.id]);
    expect((await api.ask(path, oneClick)).status).toBe(204);
  });
});
