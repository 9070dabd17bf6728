import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eraseLeads, removeOldLeads } from '../../api/leads/leads.ts';
import { readLeads } from '../../api/leads/read-leads.ts';
import { myData, removeMyVisits } from '../../schemas/api/users.ts';
import { remove } from '../../schemas/api/auth.ts';
import { computeReport } from '../../api/reports/read-report.ts';
import type { ReportQuery } from '../../api/reports/report.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { password, runAccounts } from '../accounts/running-accounts.ts';
import { describePostgres } from '../harness/databases.ts';
import { storesIn } from '../harness/event-stores.ts';
import { consent, funnel, keys, leadOf, runLeads, visit } from './lead-of-quiz.ts';

const all = { since: null, funnel: null };
const contactsOf = async (database: Database) => (await readLeads(database, all)).map(({ contact }) => contact);
const refusedFor = (field: string) => ({ code: 'invalid_fields', errors: [{ field }] });

describePostgres('a lead', (open) => {
  test('is stored with what the author has go along and with the consent, apart from the visit’s id', async () => {
    const database = await open();
    const { send, wakes } = await runLeads(database);
    await send({ query: { clinic: 'north', utm_source: 'ada@example.org', other: 'x' } });
    const [lead, ...others] = await readLeads(database, all);
    expect(others).toEqual([]);
    expect(lead).toMatchObject({
      kind: 'email',
      contact: 'ada@example.org',
      funnel: 'sleep',
      version: funnel.version,
      step: 'contact',
      locale: 'en',
      source: 'meta',
      query: { clinic: 'north', utm_source: '' },
      answers: { trouble: 'waking' },
      consent,
    });
    expect(wakes()).toBe(1);
    expect(JSON.stringify(await database.knex('leads'))).not.toContain(visit);
  });

  test('may be a telephone number', async () => {
    const database = await open();
    const { send } = await runLeads(database);
    await send({ step: 'mobile', contact: '+34600123456', answers: {} });
    const [lead] = await readLeads(database, all);
    expect(lead).toMatchObject({ kind: 'phone', contact: '+34600123456' });
    await expect(send({ step: 'mobile', contact: '600123456', answers: {} })).rejects.toMatchObject(
      refusedFor('contact'),
    );
    expect(await eraseLeads(database, '+34600123456')).toBe(1);
  });

  test('counts in the report on its quiz, by version and day, also once it is erased', async () => {
    const database = await open();
    const { send } = await runLeads(database);
    const leadsOf = async (days: Partial<ReportQuery>, asked = funnel) =>
      (await computeReport(storesIn(database), asked, { from: null, to: null, without: null, by: null, ...days }))
        .leads;
    expect(await leadsOf({})).toEqual([{ version: funnel.version, leads: 0 }]);
    await send();
    await send({ visit: randomUUID(), contact: 'bo@example.org' });
    await eraseLeads(database, 'bo@example.org');
    expect(await leadsOf({})).toEqual([{ version: funnel.version, leads: 2 }]);
    expect(await leadsOf({ to: '2020-01-01' })).toEqual([{ version: funnel.version, leads: 0 }]);
    const [past, always] = [
      { from: '2020-01-01', to: '2020-01-31' },
      { from: '2020-01-01', to: '2999-12-31' },
    ];
    expect(await leadsOf({ without: past })).toEqual([{ version: funnel.version, leads: 2 }]);
    expect(await leadsOf({ without: always })).toEqual([{ version: funnel.version, leads: 0 }]);
    const newer = { ...funnel, version: '9999999999999999' };
    expect(await leadsOf({}, newer)).toEqual([
      { version: newer.version, leads: 0 },
      { version: funnel.version, leads: 2 },
    ]);
  });

  test('that comes again counts once; of several answers the last one stays, in whatever order they come', async () => {
    const database = await open();
    const { send } = await runLeads(database);
    await send({ contact: 'first@example.org', n: 1_000 });
    await send({ contact: 'last@example.org', n: 3_000 });
    await send({ contact: 'between@example.org', n: 2_000 });
    await send({ contact: 'last@example.org', n: 4_000 });
    expect(await contactsOf(database)).toEqual(['last@example.org']);
    expect(await database.knex('jobs').where({ kind: 'lead' })).toHaveLength(2);
    await send({ visit: randomUUID(), contact: 'other@example.org' });
    expect(await contactsOf(database)).toHaveLength(2);
  });

  test('of two pages of a visit is what came last, though a clock went back; what comes again changes nothing', async () => {
    const database = await open();
    const { send } = await runLeads(database);
    const [page, later] = [1_800_000_000_000, 1_700_000_000_000];
    await send({ page, n: 5_000, contact: 'wrong@example.org' });
    await send({ page: later, n: 1_000, contact: 'right@example.org' });
    await send({ page, n: 5_000, contact: 'wrong@example.org' });
    await send({ page: later, n: 900, contact: 'earlier@example.org' });
    expect(await contactsOf(database)).toEqual(['right@example.org']);
    await send({ page, n: 6_000, contact: 'newest@example.org' });
    expect(await contactsOf(database)).toEqual(['newest@example.org']);
  });

  test('that comes again after the same answer was given once more stays as it was answered last', async () => {
    const database = await open();
    const { send } = await runLeads(database);
    await send({ n: 1_000, contact: 'ada@example.org' });
    await send({ n: 3_000, contact: 'ada@example.org' });
    await send({ n: 2_000, contact: 'between@example.org' });
    expect(await contactsOf(database)).toEqual(['ada@example.org']);
  });

  test('that no visitor can have sent is refused, and nothing of it stays', async () => {
    const database = await open();
    const { send } = await runLeads(database);
    await expect(send({ version: 'never-published' })).rejects.toMatchObject(refusedFor('version'));
    await expect(send({ step: 'trouble' })).rejects.toMatchObject(refusedFor('step'));
    await expect(send({ contact: 'ada' })).rejects.toMatchObject(refusedFor('contact'));
    await expect(send({ contact: '' })).rejects.toMatchObject(refusedFor('contact'));
    await expect(send({ consent: 'You win a prize: http://x' })).rejects.toMatchObject(refusedFor('consent'));
    await expect(send({ answers: { mood: 'low' } })).rejects.toMatchObject(refusedFor('answers.mood'));
    await expect(send({ answers: { trouble: 'shouting' } })).rejects.toMatchObject(refusedFor('answers.trouble'));
    expect(await contactsOf(database)).toEqual([]);
  });

  test('of one mailbox is taken so often a day, and more of them are dropped without a word', async () => {
    const database = await open();
    const { send } = await runLeads(database);
    for (let n = 0; n < 22; n += 1) await send({ visit: randomUUID(), contact: `ada+${n}@example.org` });
    expect(await contactsOf(database)).toHaveLength(20);
  });

  test('is found by the time of its last change and by its funnel', async () => {
    const database = await open();
    const { send } = await runLeads(database);
    await send();
    const [lead] = await readLeads(database, all);
    const since = (milliseconds: number) => new Date(Date.parse(lead!.changedAt) + milliseconds);
    expect(await readLeads(database, { since: since(0), funnel: 'sleep' })).toHaveLength(1);
    expect(await readLeads(database, { since: since(1), funnel: null })).toEqual([]);
    expect(await readLeads(database, { since: null, funnel: 'other' })).toEqual([]);
  });

  test('that was erased comes back by no page, and its contact stands nowhere', async () => {
    const database = await open();
    const { send } = await runLeads(database);
    await send();
    expect(await eraseLeads(database, 'ada@example.org')).toBe(1);
    expect(await eraseLeads(database, 'ada@example.org')).toBe(0);
    await send({ n: 9_000 });
    expect(await contactsOf(database)).toEqual([]);
    expect(JSON.stringify([await database.knex('leads'), await database.knex('jobs')])).not.toMatch(/ada@|waking|meta/);
  });

  test('goes when its time is over', async () => {
    const database = await open();
    const { send } = await runLeads(database);
    await send();
    await removeOldLeads(database, 12);
    expect(await contactsOf(database)).toHaveLength(1);
    await database.knex('leads').update({ created_at: database.knex.raw(`now() - interval '1 year 1 hour'`) });
    await removeOldLeads(database, 12);
    expect(await database.knex('leads')).toEqual([]);
  });
});

/** Somebody who has left an address in a quiz and signs up with it. */
async function signUpAfterQuiz(database: Database, { verified }: { verified: boolean }) {
  const { send } = await runLeads(database);
  await send({ contact: 'ada@example.org' });
  const accounts = runAccounts(database, { keys });
  const ada = await accounts.signUp({ email: 'ada@example.org' });
  if (verified) await database.knex('users').update({ email_verified_at: database.knex.fn.now() });
  return { accounts, ada };
}

describePostgres('the leads of a member', (open) => {
  test('are in the download of the member who verified the address, and in no stranger’s', async () => {
    for (const verified of [true, false]) {
      const { accounts, ada } = await signUpAfterQuiz(await open(), { verified });
      const data = await accounts.call<{ leads: object[] }>(myData, { as: ada });
      expect(data.leads).toMatchObject(verified ? [{ contact: 'ada@example.org', consent }] : []);
    }
  });

  test('are also those that came with the address that a member had before', async () => {
    const database = await open();
    const { accounts, ada } = await signUpAfterQuiz(database, { verified: true });
    const change = { user_id: ada.user.id, login_id: randomUUID(), auth_generation: 0, new_email: 'ada@example.net' };
    const [confirmed_at, undo_until] = [database.knex.fn.now(), database.knex.fn.now()];
    await database.knex('email_changes').insert({ ...change, old_email: 'ada@example.org', confirmed_at, undo_until });
    await database.knex('users').update({ email: 'ada@example.net' });
    // The old address belongs to somebody else by now.
    await (await runLeads(database)).send({ visit: randomUUID(), contact: 'ada@example.org', answers: {} });
    await database
      .knex('leads')
      .where({ answers: '{}' })
      .update({ created_at: database.knex.raw("now() + interval '1 second'") });
    const { leads } = await accounts.call<{ leads: object[] }>(myData, { as: ada });
    expect(leads).toHaveLength(1);
    await accounts.call(remove, { as: ada, body: { password } });
    expect(await contactsOf(database)).toEqual(['ada@example.org']);
  });

  test('go with the account and with its quiz answers; without a verified address, those of its own visit', async () => {
    const removed = await open();
    const { accounts, ada } = await signUpAfterQuiz(removed, { verified: true });
    await accounts.call(remove, { as: ada, body: { password } });
    expect(await contactsOf(removed)).toEqual([]);

    const unverified = await open();
    const other = await signUpAfterQuiz(unverified, { verified: false });
    await other.accounts.call(removeMyVisits, { as: other.ada });
    expect(await contactsOf(unverified)).toEqual(['ada@example.org']);
    const [user] = await unverified.knex('users').select<{ id: string }[]>('id');
    const about = { funnel: 'sleep', version: '', answers: '{}', input: '{}', outcome: 'only', topics: [] };
    await unverified.knex('visits').insert({ ...about, user_id: user!.id, visit_id: leadOf().visit });
    await other.accounts.call(removeMyVisits, { as: other.ada });
    expect(await contactsOf(unverified)).toEqual([]);
  });
});
