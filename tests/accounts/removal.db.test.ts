import { removeOldDeadJobs } from '../../api/platform/jobs/queue.ts';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createOneTimeTokens } from '../../api/accounts/one-time-tokens.ts';
import { createEmailHandler } from '../../api/emails/send-email.ts';
import { emailJob, type EmailRequest } from '../../api/emails/requests.ts';
import { createRateLimits } from '../../api/platform/http/rate-limits.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { hashNetwork } from '../../api/platform/network.ts';
import { createLog } from '../../api/platform/log.ts';
import { createClosePages } from '../../api/payments/calls/checkout-page.ts';
import { finishReset, remove, startReset, verifyEmail } from '../../schemas/api/auth.ts';
import { quizOne } from '../engine/run/quiz-one.ts';
import { visit } from '../engine/run/visitor.ts';
import { addSessions, runContent } from '../content/running-content.ts';
import { runPayments } from '../payments/calls/running-payments.ts';
import { startStripe, type StripeFront } from '../payments/calls/stripe-front.ts';
import { describePostgres } from '../harness/databases.ts';
import { company, publicUrl } from '../emails/mailing.ts';
import { ip, keys, outcomeOf, password, runAccounts, defaultEmail } from './running-accounts.ts';

function closePagesOf(database: Database, { client }: StripeFront, timeoutMilliseconds?: number) {
  const stripe = () => Promise.resolve(client);
  return createClosePages({ database, stripe, log: createLog('silent') }, timeoutMilliseconds);
}

const funnels = new Map([[quizOne.id, quizOne]]);
const reportedVisit = { funnel: quizOne.id, version: '', answers: visit(quizOne).walkToEnd().answers, input: {} };

describePostgres('the removal of an account', (open) => {
  test('needs its password, and only so many guesses are allowed', async () => {
    const accounts = runAccounts(await open());
    const ada = await accounts.signUp();
    await expect(accounts.call(remove, { as: ada, body: { password: 'wrong 1' } })).rejects.toMatchObject({
      code: 'invalid_fields',
      errors: [{ field: 'password', code: 'wrong_password' }],
    });
    expect(await accounts.events()).toEqual(['signup', 'removal_failed']);
    accounts.exhausted.add('passwordByUser');
    expect(await outcomeOf(accounts.call(remove, { as: ada, body: { password } }))).toBe('too_many_requests');
    expect(await outcomeOf(accounts.authenticate(ada.accessToken))).toBe('done');
  });

  test('ends everything at once: sessions, links and the password', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const ada = await accounts.signUp();
    const other = await accounts.logIn();
    const token = await accounts.link(ada.user.id, 'verify_email');
    const reset = await accounts.link(ada.user.id, 'reset_password');
    await accounts.call(remove, { as: ada, body: { password } });
    for (const tokens of [ada, other]) {
      expect(await outcomeOf(accounts.authenticate(tokens.accessToken))).toBe('not_signed_in');
      expect(await outcomeOf(accounts.refresh(tokens.refreshToken))).toBe('session_ended');
    }
    expect(await outcomeOf(accounts.logIn())).toBe('wrong_credentials');
    const userId = ada.user.id;
    expect(await outcomeOf(accounts.call(verifyEmail, { params: { userId, token } }))).toBe('link_invalid');
    const finish = accounts.call(finishReset, { params: { userId, token: reset }, body: { password } });
    expect(await outcomeOf(finish)).toBe('link_invalid');
    for (const table of ['sessions', 'one_time_tokens']) expect(await database.knex(table)).toEqual([]);
  });

  test('leaves nothing personal anywhere, except in the email that confirms it', async () => {
    const database = await open();
    const accounts = runAccounts(database, { funnels });
    const ada = await accounts.signUp({ firstName: 'Ada', visit: reportedVisit, promo: { name: 'Ada' } });
    const eva = await accounts.signUp({ email: 'eva@example.org' });
    await addSessions(database, [{ id: 'roof' }]);
    const report = { play: randomUUID(), heard: '90', day: '2026-05-10' };
    const listener = { ...ada.user, accessTo: '2027-01-31' };
    await runContent(database).finish(listener, 'roof', report);
    await runContent(database).favourite(listener, 'roof');
    await accounts.call(startReset, { body: { email: defaultEmail } });
    await accounts.call(remove, { as: ada, body: { password } });

    const cause = { network: hashNetwork(ip) };
    const expiresAt = expect.any(String);
    const confirmation = { template: 'account_removed', to: defaultEmail, firstName: 'Ada', language: 'en', cause };
    expect(await accounts.mails()).toEqual([
      { template: 'verify_email', userId: eva.user.id, cause },
      { ...confirmation, expiresAt },
    ]);
    // The address is in that email's job for three days at most, also where no mail server takes it.
    const jobs = database.knex('jobs').whereRaw("payload->>'to' = ?", [defaultEmail]);
    expect(await jobs.clone().whereRaw("(payload->>'expiresAt')::timestamptz > now() + interval '3 days'")).toEqual([]);
    await jobs.update({ payload: database.knex.raw(`payload || '{"expiresAt": "2000-01-01T00:00:00Z"}'`) });
    await removeOldDeadJobs(database);
    expect(JSON.stringify(await database.knex('jobs'))).not.toContain(defaultEmail);
    await database.knex('jobs').delete();
    await database.knex('users').where({ id: eva.user.id }).delete();
    await database.knex('audit_log').where({ user_id: eva.user.id }).delete();
    for (const table of ['content_progress', 'content_plays', 'content_favourites'])
      expect(await database.knex(table)).toEqual([]);
    for (const table of ['users', 'sessions', 'visits', 'one_time_tokens', 'audit_log']) {
      const rows = JSON.stringify(await database.knex(table));
      for (const trace of [defaultEmail, 'Ada', ip, 'argon2']) expect(rows).not.toContain(trace);
    }
    expect(await accounts.events()).toEqual(['signup', 'account_removed']);
  });

  test('has what runs in Stripe ended, and keeps what was paid, but not where its owner came from', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const [ada, eva] = [await accounts.signUp(), await accounts.signUp({ email: 'eva@example.org' })];
    await database.knex('customers').insert({ user_id: ada.user.id, stripe_id: 'cus_1' });
    const paid = { plan: 'lifetime', kind: 'purchase', status: 'succeeded', amount: 8999, currency: 'USD' };
    const from = { user_id: ada.user.id, utm_source: 'letter', paid_at: new Date() };
    await database.knex('payments').insert({ ...paid, ...from });
    for (const member of [ada, eva]) await accounts.call(remove, { as: member, body: { password } });
    const closings = await database.knex('jobs').where({ kind: 'close_customer' }).pluck('payload');
    expect(closings).toEqual([{ userId: ada.user.id }]);
    const kept = { user_id: ada.user.id, amount: 8999, utm_source: null };
    expect(await database.knex('payments')).toMatchObject([kept]);
  });

  test('closes the page on which somebody could still pay, before the account is gone', async () => {
    const database = await open();
    const stripe = await startStripe();
    const payments = runPayments(database, stripe);
    const accounts = runAccounts(database, { closePages: closePagesOf(database, stripe) });
    const ada = await accounts.signUp();
    const { url } = await payments.buy(ada.user);
    stripe.meanwhile.set('POST /v1/checkout/sessions/', async () => {
      expect(await outcomeOf(accounts.authenticate(ada.accessToken))).toBe('done');
    });
    await accounts.call(remove, { as: ada, body: { password } });
    expect(await stripe.standIn.pay(url)).toEqual({ kind: 'gone' });
    expect(await outcomeOf(accounts.authenticate(ada.accessToken))).toBe('not_signed_in');
  });

  test.each(['down', 'broken', 'silent'] as const)('goes on while Stripe is %s', async (fault) => {
    const database = await open();
    const stripe = await startStripe();
    const accounts = runAccounts(database, { closePages: closePagesOf(database, stripe, 50) });
    const ada = await accounts.signUp();
    await runPayments(database, stripe).buy(ada.user);
    stripe.faults.set('GET /v1/checkout/sessions', fault);
    await accounts.call(remove, { as: ada, body: { password } });
    expect(await outcomeOf(accounts.authenticate(ada.accessToken))).toBe('not_signed_in');
    expect(await database.knex('jobs').where({ kind: 'close_customer' })).toHaveLength(1);
  });

  test('asks Stripe nothing where no page is open', async () => {
    const database = await open();
    const stripe = await startStripe();
    const accounts = runAccounts(database, { closePages: closePagesOf(database, stripe) });
    const ada = await accounts.signUp();
    await accounts.call(remove, { as: ada, body: { password } });
    expect(stripe.asked).toEqual([]);
  });

  test('frees the address for a new account', async () => {
    const accounts = runAccounts(await open());
    const ada = await accounts.signUp();
    await accounts.call(remove, { as: ada, body: { password } });
    const again = await accounts.signUp();
    expect(again.user.id).not.toBe(ada.user.id);
  });

  test('happens once, however often it is asked for at once', async () => {
    const accounts = runAccounts(await open());
    const ada = await accounts.signUp();
    const attempts = Array.from({ length: 5 }, () => outcomeOf(accounts.call(remove, { as: ada, body: { password } })));
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'not_signed_in')).toHaveLength(4);
    const removals = (await accounts.mails()).filter(({ template }) => template === 'account_removed');
    expect(removals).toHaveLength(1);
  });

  test.each(['verify_email', 'reset_password'] as const)(
    'in the middle of the job that emails %s leaves no link, and nothing is sent',
    async (template) => {
      const database = await open();
      const accounts = runAccounts(database);
      const ada = await accounts.signUp();
      const sent: string[] = [];
      const rateLimits = createRateLimits(database);
      const send = createEmailHandler({
        database,
        oneTimeTokens: createOneTimeTokens({ database, keys }),
        isKnownNetwork: () => Promise.resolve(false),
        rateLimits: {
          ...rateLimits,
          // The job has found the account by now, and makes the link next.
          async tryConsume() {
            await accounts.call(remove, { as: ada, body: { password } }).catch(() => undefined);
            return true;
          },
        },
        transport: { send: async ({ to }) => void sent.push(to), close: () => undefined },
        company,
        from: 'Still Waters <no-reply@still.example>',
        publicUrl,
      });
      const request: EmailRequest =
        template === 'reset_password' ? { template, email: defaultEmail } : { template, userId: ada.user.id };
      const job = { id: 'job', kind: emailJob, payload: { ...request }, attempts: 1 };
      await send(job, new AbortController().signal);
      expect(await outcomeOf(accounts.authenticate(ada.accessToken))).toBe('not_signed_in');
      expect([await database.knex('one_time_tokens'), sent]).toEqual([[], []]);
    },
  );
});

describePostgres('a link that is made while its account is removed', (open) => {
  test('waits for the removal, and is not made', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const { user } = await accounts.signUp();
    const tokens = createOneTimeTokens({ database, keys });
    const token = await database.knex.transaction(async (trx) => {
      await trx('users').where({ id: user.id }).update({ email: null, password_hash: null, deleted_at: new Date() });
      await trx('one_time_tokens').delete();
      return { making: tokens.issue({ purpose: 'verify_email', userId: user.id, seed: 'job' }) };
    });
    expect(await token.making).toBeNull();
    expect(await database.knex('one_time_tokens')).toEqual([]);
  });
});
