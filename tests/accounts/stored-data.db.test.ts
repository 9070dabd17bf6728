import { expect, test } from 'vitest';
import { createDownload } from '../../api/accounts/me.ts';
import { removeAccount } from '../../api/accounts/remove.ts';
import type { AccountServices } from '../../api/accounts/services.ts';
import { toUser, userColumns, type UserRow } from '../../api/accounts/users.ts';
import { enqueueEmail } from '../../api/emails/requests.ts';
import { enqueueClosing } from '../../api/payments/events/jobs.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { describePostgres, urlOf } from '../harness/databases.ts';
import { signedIn } from '../harness/api-calls.ts';
import { keys } from './running-accounts.ts';
import { personRows, storePerson } from './stored-person.ts';

/** Columns by the reason why a rule doesn't hold for them, as `table: column column`. */
type Exempt = Readonly<Record<string, readonly string[]>>;

/** What stays when an account is removed. */
const kept: Exempt = {
  'payments refer to it, and the log of what happened; nothing in it names a person': [
    'users: id created_at agreed_at',
  ],
  'must be on record for years; Stripe erases the name with the same removal': [
    'customers: user_id stripe_id former_ids livemode other_mode created_at',
    'payments: id user_id plan kind status amount refunded_amount given_twice currency disputed other_mode created_at',
    'payments: paid_at refunded_at checkout_id subscription_id invoice_id payment_intent_id document_url funnel',
    'subscriptions: id user_id plan status amount next_amount currency period_start period_end cancel_at_period_end',
    'subscriptions: ended_at created_at other_mode failed_attempts reminded_for',
    'access_grants: id user_id source source_id ends_at grace_ends_at revoked_at created_at',
  ],
  'what runs at Stripe is ended by a job, which needs it and writes it': [
    'customers: read_started_at closed_at gone_at',
    'payments: checkout_url expires_at asked_until',
    'subscriptions: pay_url',
  ],
  'what happened is kept for 365 days, without the address': ['audit_log: id at user_id action request_id details'],
  'an empty row tells the receiver which lead is erased, and refuses a page that sends it again': [
    'leads: id visit_key step kind funnel version locale consent_id answered_at created_at pages',
  ],
};

/** What isn't in the download. */
const withheld: Exempt = {
  'would let others in, or helps to': [
    'users: password_hash',
    'sessions: secret_hash rotation',
    'one_time_tokens: hash',
    'payments: checkout_url',
    'subscriptions: pay_url',
  ],
  'which log-ins and links still count': ['users: auth_generation', 'sessions: auth_generation'],
  'a number of the row, of which nothing else is told': [
    'access_grants: id',
    'audit_log: id',
    'visits: id',
    'email_changes: id auth_generation login_id',
    'one_time_tokens: email_change_id',
    'sent_emails: id',
    'leads: id visit_key',
  ],
  'how our programs go about it': [
    'customers: read_started_at closed_at gone_at',
    'payments: asked_until',
    'leads: pages answered_at change',
    'jobs: id run_at leased_until attempts last_error dead_at',
  ],
  'nobody can ask for a download any more': ['users: deleted_at'],
  'no program writes it': ['payments: document_url'],
};

/** Tables without a row of which anybody could say whose it is. */
const aboutNobody: Readonly<Record<string, readonly string[]>> = {
  'what the site and its server consist of': [
    'builds',
    'content',
    'content_catalog',
    'content_labels',
    'funnel_versions',
    'lead_consents',
    'migrations',
    'site_files',
    'events_elsewhere',
    'visit_log_words',
  ],
  'statistics under the random number of a visit, in the download as `visitEvents` while an account leads there': [
    'event_batches',
    'quiz_visits',
    'quiz_counts',
  ],
  'a number for each quiz and day': ['visits_not_recorded'],
  'hashes that go within two days': ['rate_limits'],
  'ids of Stripe only, which go after 90 days': ['stripe_events'],
  'only a server for development has rows': ['development_mails'],
};

describePostgres('each column of each table about a person', (open) => {
  test('is erased by a removal, or is listed as one that stays', async () => {
    const database = await open();
    await storePerson(database);
    const before = await readRows(database);
    await removeAccount(servicesOf(database), { user: await readUser(database), authGeneration: 1, requestId: 'r' });
    const after = await readRows(database);
    const staying = before.flatMap(({ table, row }) => {
      const left = after.find((other) => other.table === table && other.row['id'] === row['id']);
      return Object.keys(row)
        .filter((column) => left && isSame(left.row[column], row[column]))
        .map((column) => `${table}.${column}`);
    });
    expect(staying.toSorted()).toEqual(namesOf(kept));
  });

  test('shows in the download, or is listed as one that is withheld', async () => {
    const database = await open();
    await storePerson(database);
    await freeColumns(database);
    const whole = await download(database);
    const unseen: string[] = [];
    for (const column of await readColumns(database)) {
      await change(database, column);
      if ((await download(database)) === whole) unseen.push(`${column.table}.${column.name}`);
      await restore(database, column);
    }
    expect(unseen.toSorted()).toEqual(namesOf(withheld));
  });

  test('is known: a new table is one about a person, or is listed as one without personal data', async () => {
    const { knex } = await open();
    const { rows } = await knex.raw<{ rows: { name: string }[] }>(tablesText);
    const known = [...Object.values(aboutNobody).flat(), ...Object.keys(personRows)];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });
});

const tablesText = `
  SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
    AND NOT relispartition`;

function namesOf(exempt: Exempt): readonly string[] {
  const names = Object.values(exempt).flatMap((lines) =>
    lines.flatMap((line) => {
      const [table, columns] = line.split(': ');
      return columns!.split(' ').map((column) => `${table}.${column}`);
    }),
  );
  return names.toSorted();
}

interface Stored {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

async function readRows({ knex }: Database): Promise<readonly Stored[]> {
  const tables = Object.keys(personRows).map(async (table) => {
    const rows = await knex(table).select<Stored['row'][]>();
    return rows.map((row) => ({ table, row }));
  });
  return (await Promise.all(tables)).flat();
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

async function readColumns({ knex }: Database): Promise<readonly Column[]> {
  const text = `
    SELECT table_name AS table, column_name AS name, data_type AS type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ANY (?)`;
  return (await knex.raw<{ rows: Column[] }>(text, [Object.keys(personRows)])).rows;
}

/** Lets each column have any value, and remembers those that it has. */
async function freeColumns(database: Database): Promise<void> {
  // Nobody else gets this database.
  urlOf(database);
  const { rows } = await database.knex.raw<{ rows: { text: string }[] }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I CASCADE', conrelid::regclass, conname) AS text FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND conparentid = 0
    UNION ALL SELECT format('ALTER TABLE %I ALTER %I SET GENERATED BY DEFAULT', table_name, column_name)
      FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'YES'`);
  for (const { text } of rows) await database.knex.raw(text);
  const copies = Object.keys(personRows).map((table) => `CREATE TABLE saved.${table} AS TABLE ${table};`);
  await database.knex.raw(`CREATE SCHEMA saved; ${copies.join('')}`);
}

/** SQL: something else than a column of this type has. */
const others: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `coalesce(${column}, '') || 'x'`,
  uuid: () => 'gen_random_uuid()',
  integer: (column) => `coalesce(${column}, 0) + 1`,
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  boolean: (column) => `${column} IS NOT true`,
  date: (column) => `coalesce(${column}, '2020-01-01') + 1`,
  'timestamp with time zone': (column) => `coalesce(${column}, '2020-01-01') - interval '1 second'`,
  jsonb: (column) => `coalesce(${column}, '{}') || '{"changed": "x"}'`,
  bytea: (column) => `coalesce(${column}, '') || 'x'`,
  ARRAY: (column) => `array_append(${column}, 'x')`,
};

async function change({ knex }: Database, { table, name, type }: Column): Promise<void> {
  await knex.raw(`UPDATE ${table} SET ${name} = ${others[type]!(name)}`);
}

async function restore({ knex }: Database, { table, name }: Column): Promise<void> {
  await knex.raw(`UPDATE ${table} SET ${name} = (SELECT ${name} FROM saved.${table})`);
}

async function readUser({ knex }: Database) {
  const { rows } = await knex.raw<{ rows: [UserRow] }>(`SELECT ${userColumns} FROM users u`);
  return toUser(rows[0]);
}

/** All that a member downloads, but for what each download writes. */
async function download(database: Database): Promise<string> {
  const user = signedIn(await readUser(database));
  const caller = { locale: 'en', ip: 'x', country: null, userAgent: '', requestId: 'r', user } as const;
  const asked = { ...caller, params: undefined, query: undefined, body: undefined };
  const data = await createDownload(servicesOf(database))(asked);
  await database.knex('audit_log').where({ action: 'data_downloaded' }).delete();
  const { exportedAt: _exportedAt, events, ...others } = data as Record<string, unknown>;
  const earlier = (events as { action: string }[]).filter(({ action }) => action !== 'data_downloaded');
  return JSON.stringify({ ...others, earlier });
}

function servicesOf(database: Database): AccountServices {
  const services: Partial<AccountServices> = {
    database,
    keys,
    enqueueEmail,
    closeCustomer: enqueueClosing,
    rateLimits: { consume: async () => undefined } as never,
    readReported: async () => new Map(),
  };
  return services as AccountServices;
}
