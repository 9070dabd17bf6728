import { expect, it } from 'vitest';
import { isKnownNetwork } from '../../api/accounts/login.ts';
import { createOneTimeTokens } from '../../api/accounts/one-time-tokens.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { createEmailHandler } from '../../api/emails/send-email.ts';
import { emailJob, type EmailRequest } from '../../api/emails/requests.ts';
import { createRateLimits } from '../../api/platform/http/rate-limits.ts';
import { remove, sendVerification, signup, startReset } from '../../schemas/api/auth.ts';
import { ip, password, runAccounts, signupBody, type SignupReply } from '../accounts/running-accounts.ts';
import { describePostgres } from '../harness/databases.ts';
import { allEmails } from './all-emails.ts';
import { addUser, newAddressOf, company, keys, publicUrl } from './mailing.ts';

/** Does mail jobs without a worker; `sent` has the addresses that got one. */
function handleEmails(database: Database) {
  const sent: string[] = [];
  const handle = createEmailHandler({
    database,
    oneTimeTokens: createOneTimeTokens({ database, keys }),
    isKnownNetwork: (caller) => isKnownNetwork(database, caller),
    rateLimits: createRateLimits(database),
    transport: { send: async ({ to }) => void sent.push(to), close: () => undefined },
    company,
    from: 'Still Waters <no-reply@still.example>',
    publicUrl,
  });
  let made = 0;
  const send = (request: EmailRequest, attempts = 1) =>
    handle(
      { id: `job ${(made += 1)}`, kind: emailJob, payload: { ...request }, attempts },
      new AbortController().signal,
    );
  return { sent, send };
}

describePostgres('mails that others can cause', (open) => {
  it('are at most 20 a day to one address, and beyond that only those are sent that need its links or a payment', async () => {
    const database = await open();
    const user = await addUser(database);
    const { sent, send } = handleEmails(database);
    for (let count = 0; count < 25; count += 1) await send({ template: 'reset_password', email: user.email });
    expect(sent).toHaveLength(20);
    sent.length = 0;
    const all = allEmails(user, 'en');
    for (const request of all) await send(request);
    // Without the four that anybody can cause to this mailbox.
    expect(sent.filter((to) => to === user.email)).toHaveLength(all.length - 5);
    expect(sent.filter((to) => to === newAddressOf(user.email))).toHaveLength(1);
    const other = await addUser(database);
    await send({ template: 'reset_password', email: other.email });
    expect(sent.at(-1)).toBe(other.email);
  });

  it('count once, however often one is tried', async () => {
    const database = await open();
    const user = await addUser(database);
    const { sent, send } = handleEmails(database);
    for (let attempts = 1; attempts <= 30; attempts += 1)
      await send({ template: 'verify_email', userId: user.id }, attempts);
    await send({ template: 'verify_email', userId: user.id });
    expect(sent).toHaveLength(31);
    expect(await database.knex('rate_limits').pluck('points')).toEqual([2]);
  });
});

/** The calls about accounts, with the real limits, and the emails that come of them. */
async function runMailing(database: Database) {
  const accounts = runAccounts(database, { rateLimits: createRateLimits(database) });
  const { sent, send } = handleEmails(database);
  /** Does the jobs that wait; resolves to the addresses that got an email. */
  const deliver = async () => {
    for (const request of await accounts.mails()) await send(request);
    await database.knex('jobs').delete();
    return sent.splice(0);
  };
  const signUp = (email: string, from: string) =>
    accounts.call<SignupReply>(signup, { body: signupBody({ email }), from });
  const askReset = (email: string, from: string) => accounts.call(startReset, { body: { email }, from });
  return { ...accounts, deliver, signUp, askReset };
}

const networks = (count: number) => Array.from({ length: count }, (_, at) => `198.51.100.${at + 1}`);

describePostgres('mails to one mailbox under many addresses', (open) => {
  it('are no more than to one address, from one network or from many', async () => {
    const { signUp, deliver } = await runMailing(await open());
    for (let count = 0; count < 20; count += 1) await signUp(`ada+${count}@gmail.com`, ip);
    expect(await deliver()).toHaveLength(10);
    for (const [at, from] of networks(20).entries()) await signUp(`a.da+network${at}@googlemail.com`, from);
    expect(await deliver()).toHaveLength(10);
    await signUp('eva@gmail.com', ip);
    expect(await deliver()).toEqual(['eva@gmail.com']);
  });
});

describePostgres('strangers who use up the mails to somebody', (open) => {
  it.each(['verified', 'not verified'])('leave the owner (%s) a link from a network that is known', async (state) => {
    const database = await open();
    const { call, signUp, askReset, deliver } = await runMailing(database);
    const email = 'ada@example.org';
    await signUp(email, ip);
    if (state === 'verified') await database.knex('users').update({ email_verified_at: database.knex.fn.now() });
    await deliver();
    for (const [at, from] of networks(12).entries()) {
      const stranger = await signUp(`ada+${at}@example.org`, from);
      await call(remove, { as: stranger, body: { password }, from });
      await askReset(email, from);
    }
    expect((await deliver()).length).toBeLessThanOrEqual(20);
    await askReset(email, '203.0.113.200');
    expect(await deliver()).toEqual([]);

    await askReset(email, ip);
    expect(await deliver()).toEqual([email]);

    // On a network that is new, the owner waits until the day is over.
    const dayLater = database.knex.raw('expire - ?', [86_400_000]);
    await database.knex('rate_limits').update({ expire: dayLater });
    await askReset(email, '203.0.113.200');
    expect(await deliver()).toEqual([email]);
  });

  it('can’t do it by accounts of their own on the same mailbox, once the owner is verified', async () => {
    const database = await open();
    const { call, signUp, askReset, deliver } = await runMailing(database);
    const email = 'ada@example.org';
    await signUp(email, ip);
    await database.knex('users').update({ email_verified_at: database.knex.fn.now() });
    for (const [at, from] of networks(30).entries()) {
      const stranger = await signUp(`ada+${at}@example.org`, from);
      for (let count = 0; count < 4; count += 1) {
        await call(sendVerification, { as: stranger, from });
        await askReset(`ada+${at}@example.org`, from);
      }
    }
    expect(await deliver()).toHaveLength(40);
    await askReset(email, ip);
    expect(await deliver()).toEqual([email]);
  });
});
