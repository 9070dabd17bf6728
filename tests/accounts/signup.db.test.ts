import { expect, test } from 'vitest';
import { hashNetwork } from '../../api/platform/network.ts';
import { me } from '../../schemas/api/users.ts';
import { quizOne } from '../engine/run/quiz-one.ts';
import { visit } from '../engine/run/visitor.ts';
import { describePostgres } from '../harness/databases.ts';
import {
  countEach,
  ip,
  outcomeOf,
  runAccounts,
  signupBody,
  defaultEmail,
  type SignupReply,
} from './running-accounts.ts';
import { signup } from '../../schemas/api/auth.ts';

const funnels = new Map([[quizOne.id, quizOne]]);
const reportedVisit = {
  funnel: quizOne.id,
  version: quizOne.version,
  answers: visit(quizOne).walkToEnd().answers,
  input: {},
};

describePostgres('a sign-up', (open) => {
  test('opens an account with a session, and sends the email that verifies the address', async () => {
    const accounts = runAccounts(await open());
    const reply = await accounts.signUp({ email: ' Ada@Example.org ', firstName: ' Ada ' });
    const { user } = reply;
    expect(user).toMatchObject({
      email: defaultEmail,
      firstName: 'Ada',
      language: 'en',
      emailVerified: false,
      accessTo: null,
      topic: null,
      emailSubscribed: false,
      role: 'member',
      pastDue: false,
    });
    expect(reply.visit).toBe('none');
    expect(await accounts.call(me, { as: reply })).toEqual(user);
    expect(await accounts.mails()).toEqual([
      { template: 'verify_email', userId: user.id, cause: { network: hashNetwork(ip) } },
    ]);
    expect(accounts.wakes()).toBe(1);
    expect(await accounts.events()).toEqual(['signup']);
  });

  test('takes the caller’s language where the form names none', async () => {
    const accounts = runAccounts(await open());
    const spanish = await accounts.call<SignupReply>(signup, { body: signupBody(), locale: 'es' });
    expect(spanish.user.language).toBe('es');
    const english = await accounts.call<SignupReply>(signup, {
      body: signupBody({ email: 'eva@example.org', language: 'en' }),
      locale: 'es',
    });
    expect(english.user.language).toBe('en');
  });

  test('with a taken address opens nothing, says so, and lets the owner know', async () => {
    const accounts = runAccounts(await open());
    const { user } = await accounts.signUp();
    const again = accounts.signUp({ email: 'ADA@example.org' });
    await expect(again).rejects.toMatchObject({
      code: 'email_taken',
      errors: [{ field: 'email', code: 'email_taken' }],
    });
    expect((await accounts.mails())[1]).toMatchObject({ template: 'address_taken', userId: user.id });
    expect(await accounts.events()).toEqual(['signup', 'address_taken']);
  });

  test('tells the owner of a taken address only so often', async () => {
    const accounts = runAccounts(await open());
    await accounts.signUp();
    accounts.exhausted.add('addressTakenByMailbox');
    expect(await outcomeOf(accounts.signUp())).toBe('email_taken');
    expect(await accounts.mails()).toHaveLength(1);
  });

  test('is made by one of twenty who want the same address at once', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(accounts.signUp())));
    expect(countEach(outcomes)).toEqual({ done: 1, email_taken: 19 });
    expect(await database.knex('users').select('email')).toEqual([{ email: defaultEmail }]);
    expect(await database.knex('sessions').select('id')).toHaveLength(1);
  });

  test('leaves nothing behind when its email can’t be stored', async () => {
    const database = await open();
    const accounts = runAccounts(database, { enqueueEmail: () => Promise.reject(new Error('on purpose')) });
    await expect(accounts.signUp()).rejects.toThrow('on purpose');
    for (const table of ['users', 'sessions', 'jobs', 'audit_log']) expect(await database.knex(table)).toEqual([]);
    expect(accounts.wakes()).toBe(0);
  });

  test.each([
    ['abc123', 'password_common'],
    ['Ada@example.org1', 'password_is_email'],
  ])('with the password %s, which is easy to guess, opens nothing and says why', async (password, code) => {
    const database = await open();
    const accounts = runAccounts(database);
    const refusal = { code: 'invalid_fields', errors: [{ field: 'password', code }] };
    await expect(accounts.signUp({ password })).rejects.toMatchObject(refusal);
    expect(await database.knex('users')).toEqual([]);
    expect(accounts.counted).toEqual([]);
  });

  test('is limited by the caller’s address before it costs anything', async () => {
    const accounts = runAccounts(await open());
    accounts.exhausted.add('signupByIp');
    expect(await outcomeOf(accounts.signUp())).toBe('too_many_requests');
  });
});

describePostgres('a quiz visit', (open) => {
  test('is stored with the sign-up, and its topic belongs to the account', async () => {
    const database = await open();
    const accounts = runAccounts(database, { funnels });
    const promo = { utm_source: 'ad', __proto__constructor: 'x' };
    const reply = await accounts.signUp({ visit: { ...reportedVisit, promo }, promo: { utm_source: 'mail' } });
    expect(reply).toMatchObject({ visit: 'stored', user: { topic: 'rest' } });
    const columns = ['funnel', 'version', 'answers', 'input', 'outcome', 'topic', 'topics'];
    const [stored] = await database.knex('visits').select<object[]>(columns);
    expect(stored).toEqual({ ...reportedVisit, outcome: 'only', topic: 'rest', topics: ['rest'] });
    const [user] = await database.knex('users').select<{ promo: object }[]>('promo');
    expect(user?.promo).toEqual({ ...promo, utm_source: 'mail' });
  });

  test('keeps of the landing’s parameters no more than an address holds', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const long = Object.fromEntries(Array.from({ length: 49 }, (_, at) => [`p${at}`, 'x'.repeat(500)]));
    await accounts.signUp({ promo: { utm_source: 'ad', ...long } });
    const [user] = await database.knex('users').select<{ promo: Record<string, string> }[]>('promo');
    expect(user?.promo['utm_source']).toBe('ad');
    expect(JSON.stringify(user?.promo).length).toBeLessThan(4_200);
  });

  test('and its promo data are stored with what a utm_source can be', async () => {
    const database = await open();
    const accounts = runAccounts(database, { funnels });
    const promo = { utm_source: 'ana@example.org', utm_campaign: 'a b' };
    await accounts.signUp({ visit: { ...reportedVisit, promo } });
    await accounts.signUp({ email: 'eva@example.org', promo: { utm_source: 'x'.repeat(500) } });
    const promos = await database.knex('users').orderBy('created_at').pluck('promo');
    expect(promos).toEqual([{ ...promo, utm_source: '' }, { utm_source: 'x'.repeat(64) }]);
  });

  test('that is forged is refused, noted, and does not refuse the account', async () => {
    const database = await open();
    const accounts = runAccounts(database, { funnels });
    const forged = { ...reportedVisit, answers: { ...reportedVisit.answers, step_2: 'cheated' } };
    expect(await accounts.signUp({ visit: forged })).toMatchObject({ visit: 'refused', user: { topic: null } });
    expect(await database.knex('visits')).toEqual([]);
    const refusal = database.knex('audit_log').where({ action: 'visit_refused' });
    expect(await refusal.select('details')).toEqual([{ details: { reason: 'unknown_option' } }]);
  });
});
