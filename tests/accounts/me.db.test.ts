import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { isEmailToAccount } from '../../api/emails/requests.ts';
import { customerUpdateJob } from '../../api/payments/customers.ts';
import { me, myData, updateMe } from '../../schemas/api/users.ts';
import type { User } from '../../schemas/api/values.ts';
import { quizOne } from '../engine/run/quiz-one.ts';
import { visit } from '../engine/run/visitor.ts';
import { addSessions, runContent } from '../content/running-content.ts';
import { describePostgres } from '../harness/databases.ts';
import { outcomeOf, runAccounts } from './running-accounts.ts';

const funnels = new Map([[quizOne.id, quizOne]]);
const reportedVisit = { funnel: quizOne.id, version: '', answers: visit(quizOne).walkToEnd().answers, input: {} };

/** The database, and the names of the statements that it has run. */
function watched(database: Database): { database: Database; statements: string[] } {
  const statements: string[] = [];
  database.knex.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  const query: Database['query'] = (statement) => {
    statements.push(statement.name);
    return database.query(statement);
  };
  return { database: { ...database, query }, statements };
}

async function grant(database: Database, userId: string, endsAt: string, revokedAt: string | null = null) {
  const row = { user_id: userId, source: 'test', source_id: endsAt, ends_at: endsAt, revoked_at: revokedAt };
  await database.knex('access_grants').insert(row);
}

describePostgres('the caller’s account', (open) => {
  test('is loaded by one query', async () => {
    const { database, statements } = watched(await open());
    const accounts = runAccounts(database);
    const ada = await accounts.signUp();
    statements.length = 0;
    expect(await accounts.call(me, { as: ada })).toEqual(ada.user);
    expect(statements).toHaveLength(1);
  });

  test('tells whether a renewal is owed: of a plan that has not ended', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const ada = await accounts.signUp();
    const pastDue = async () => (await accounts.call<User>(me, { as: ada })).pastDue;
    const now = new Date();
    const period = { period_start: now, period_end: now, created_at: now, cancel_at_period_end: false };
    const plan = { plan: 'basic', amount: 1499, currency: 'USD', ...period };
    await database.knex('subscriptions').insert({ id: 'sub', user_id: ada.user.id, status: 'active', ...plan });
    const answers = [await pastDue()];
    for (const change of [{ status: 'past_due' }, { status: 'unpaid' }, { ended_at: now }]) {
      await database.knex('subscriptions').update(change);
      answers.push(await pastDue());
    }
    expect(answers).toEqual([false, true, true, false]);
  });

  test('tells until when access lasts: the longest grant that was not revoked', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const ada = await accounts.signUp();
    const accessTo = async () => (await accounts.call<User>(me, { as: ada })).accessTo;
    await grant(database, ada.user.id, '2027-01-31T00:00:00Z');
    await grant(database, ada.user.id, '2026-12-31T00:00:00Z');
    await grant(database, ada.user.id, '2028-01-31T00:00:00Z', '2026-11-01T00:00:00Z');
    expect(await accessTo()).toBe('2027-01-31T00:00:00.000Z');
    await grant(database, ada.user.id, '9999-12-31T00:00:00Z');
    expect(await accessTo()).toBe('9999-12-31T00:00:00.000Z');
  });

  test('changes in what is given and in nothing else', async () => {
    const { database, statements } = watched(await open());
    const accounts = runAccounts(database, { funnels });
    const ada = await accounts.signUp({ firstName: 'Ada', visit: reportedVisit });
    const change = (body: object) => accounts.call<User>(updateMe, { as: ada, body });
    statements.length = 0;
    expect(await change({ language: 'es' })).toEqual({ ...ada.user, language: 'es' });
    expect(statements.filter((text) => !text.includes('jobs'))).toHaveLength(2);
    expect(await change({ firstName: ' Adela ' })).toEqual({ ...ada.user, language: 'es', firstName: 'Adela' });
    expect(await change({ firstName: '\u3164\u00AD' })).toEqual({ ...ada.user, language: 'es', firstName: '' });
    expect(await change({ firstName: '' })).toEqual({ ...ada.user, language: 'es', firstName: '' });
    expect((await change({ emailSubscribed: true })).emailSubscribed).toBe(true);
    expect((await change({ language: 'en' })).emailSubscribed).toBe(true);
    expect((await change({ emailSubscribed: false })).emailSubscribed).toBe(false);
    // Name and language are Stripe's to know too, the rest isn't.
    expect(await database.knex('jobs').where({ kind: customerUpdateJob })).toHaveLength(4);
    expect(await accounts.call(me, { as: ada })).toEqual({ ...ada.user, firstName: '' });
  });

  test('changes only so often', async () => {
    const accounts = runAccounts(await open());
    const ada = await accounts.signUp();
    accounts.exhausted.add('changesByUser');
    const change = accounts.call(updateMe, { as: ada, body: { emailSubscribed: false } });
    expect(await outcomeOf(change)).toBe('too_many_requests');
    expect(await accounts.events()).toEqual(['signup']);
  });

  test('has tips and offers off until they are asked for, and notes in the audit log when that changes, once', async () => {
    const accounts = runAccounts(await open());
    const ada = await accounts.signUp();
    expect(ada.user.emailSubscribed).toBe(false);
    for (const emailSubscribed of [true, true, false, false]) {
      await accounts.call(updateMe, { as: ada, body: { emailSubscribed } });
      await accounts.call(updateMe, { as: ada, body: { language: 'es' } });
    }
    expect(await accounts.events()).toEqual(['signup', 'subscribed', 'unsubscribed']);
  });

  test('is refused without a token', async () => {
    const accounts = runAccounts(await open());
    for (const accessToken of ['', 'a.b.c', '\0', 'null'])
      expect(await outcomeOf(accounts.call(me, { as: { accessToken, refreshToken: '' } }))).toBe('not_signed_in');
  });
});

describePostgres('the download of one’s data', (open) => {
  test('holds all that is stored about the caller, without secrets and without others', async () => {
    const database = await open();
    const accounts = runAccounts(database, { funnels });
    const given = { email: 'ada@españa.example', firstName: 'Ada', promo: { utm_source: 'ad' } };
    const ada = await accounts.signUp({ ...given, visit: reportedVisit });
    const change = { user_id: ada.user.id, login_id: ada.user.id, auth_generation: 0 };
    await database.knex('email_changes').insert({ ...change, new_email: 'ada@xn--maana-pta.example' });
    const eva = await accounts.signUp({ email: 'eva@example.org' });
    await accounts.link(ada.user.id, 'verify_email');
    await grant(database, ada.user.id, '2027-01-31T00:00:00Z');
    const paid = { plan: 'lifetime', kind: 'purchase', status: 'succeeded', amount: 8999, currency: 'USD' };
    const tracking = { services: ['ga4'], source: 'allowed by the buyer' };
    await database.knex('payments').insert({ ...paid, user_id: ada.user.id, utm_source: 'ad', tracking });
    await addSessions(database, [{ id: 'roof' }]);
    const play = randomUUID();
    const listener = { ...ada.user, accessTo: '2027-01-31' };
    await runContent(database).finish(listener, 'roof', { play, heard: '90', day: '2026-05-10' });
    await runContent(database).favourite(listener, 'roof');
    const data = await accounts.call<Record<string, unknown>>(myData, { as: ada });

    expect(data).toMatchObject({
      account: { id: ada.user.id, ...given },
      emailChanges: [{ newEmail: 'ada@mañana.example' }],
      visits: [{ funnel: quizOne.id, answers: reportedVisit.answers, outcome: 'only', topics: ['rest'] }],
      listening: [{ session: 'roof', status: 'finished', positionSeconds: 0 }],
      plays: [{ id: play, session: 'roof', heardSeconds: 90, day: '2026-05-10' }],
      favourites: [{ session: 'roof' }],
      links: [{ purpose: 'verify_email' }],
      accessGrants: [{ source: 'test' }],
      payments: [{ ...paid, utmSource: 'ad', tracking }],
      subscriptions: [],
      waitingMails: [{ template: 'verify_email' }],
      events: [{ action: 'signup' }, { action: 'data_downloaded' }],
    });
    expect(data['sessions']).toHaveLength(1);
    const text = JSON.stringify(data);
    for (const secret of ['argon2', 'secret', 'hash', eva.user.id, 'eva@']) expect(text).not.toContain(secret);
  });

  test('holds what was reported of the visits that the account leads to, and of no others', async () => {
    const database = await open();
    const asked: string[][] = [];
    const batch = { events: [{ type: 'answer' }] };
    const readReported = async (ids: readonly string[]) => {
      asked.push([...ids]);
      return new Map(ids.map((id) => [id, [batch]]));
    };
    const accounts = runAccounts(database, { funnels, readReported });
    const visitId = randomUUID();
    const ada = await accounts.signUp({ visit: { ...reportedVisit, id: visitId } });
    await accounts.signUp({ email: 'eva@example.org', visit: { ...reportedVisit, id: randomUUID() } });
    const data = await accounts.call<object>(myData, { as: ada });
    expect(data).toMatchObject({ visitEvents: [{ visitId, batches: [batch] }] });
    expect(asked).toEqual([[visitId]]);
  });

  test('says what support did and why, without the name of the helper', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const ada = await accounts.signUp();
    const details = { command: 'grant', days: 3, by: 'helper-eva', why: 'asked by mail' };
    await database.knex('audit_log').insert({ action: 'support', user_id: ada.user.id, details });
    const data = await accounts.call<{ events: object[] }>(myData, { as: ada });
    expect(data.events).toContainEqual(
      expect.objectContaining({ action: 'support', details: { command: 'grant', days: 3, why: 'asked by mail' } }),
    );
    expect(JSON.stringify(data)).not.toContain('helper-eva');
  });

  test('is taken of one moment, by one connection that can change nothing', async () => {
    const { database, statements } = watched(await open());
    const accounts = runAccounts(database);
    const ada = await accounts.signUp();
    statements.length = 0;
    await accounts.call(myData, { as: ada });
    const [begin, ...others] = statements.slice(2);
    expect(begin).toMatch(/^BEGIN TRANSACTION ISOLATION LEVEL repeatable read READ ONLY;$/i);
    expect(others.at(-1)).toMatch(/^COMMIT/i);
  });

  test('is limited, and takes no longer for all the emails that wait for others', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const ada = await accounts.signUp();
    accounts.exhausted.add('downloadByUser');
    expect(await outcomeOf(accounts.call(myData, { as: ada }))).toBe('too_many_requests');
    expect(await accounts.events()).toEqual(['signup']);
    const plan = await database.knex.transaction(async (trx) => {
      await trx.raw('SET LOCAL enable_seqscan = off');
      const text = `EXPLAIN SELECT id FROM jobs WHERE ${isEmailToAccount}`;
      return (await trx.raw<{ rows: object[] }>(text, { id: ada.user.id, email: ada.user.email })).rows;
    });
    expect(JSON.stringify(plan)).toContain('jobs_of_recipient');
  });
});
