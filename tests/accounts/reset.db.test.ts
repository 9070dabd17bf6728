import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPasswords } from '../../api/accounts/passwords.ts';
import { hashNetwork } from '../../api/platform/network.ts';
import { finishReset, startReset, verifyEmail } from '../../schemas/api/auth.ts';
import { describePostgres } from '../harness/databases.ts';
import { countEach, ip, outcomeOf, runAccounts, defaultEmail, type RunningAccounts } from './running-accounts.ts';

const newPassword = 'calmer nights 2';

async function linkOf(accounts: RunningAccounts, userId: string) {
  return { userId, token: await accounts.link(userId, 'reset_password') };
}

describePostgres('the start of a reset', (open) => {
  test('does the same for a known and an unknown address: it leaves both to the worker', async () => {
    const accounts = runAccounts(await open());
    await accounts.signUp();
    for (const email of ['ADA@example.org', 'nobody@example.org']) await accounts.call(startReset, { body: { email } });
    expect((await accounts.mails()).slice(1)).toEqual([
      { template: 'reset_password', email: defaultEmail, cause: { network: hashNetwork(ip), asksForLink: true } },
      {
        template: 'reset_password',
        email: 'nobody@example.org',
        cause: { network: hashNetwork(ip), asksForLink: true },
      },
    ]);
    expect(accounts.counted.slice(1)).toEqual([
      `resetByIp ${ip}`,
      `resetByMailboxAndIp ${defaultEmail} ${ip}`,
      `resetByIp ${ip}`,
      `resetByMailboxAndIp nobody@example.org ${ip}`,
    ]);
  });
});

describePostgres('the end of a reset', (open) => {
  test('sets the password, ends all sessions, and verifies the address that the link was sent to', async () => {
    const accounts = runAccounts(await open());
    const first = await accounts.signUp();
    const second = await accounts.logIn();
    const params = await linkOf(accounts, first.user.id);
    await accounts.call(finishReset, { params, body: { password: newPassword } });

    expect(await outcomeOf(accounts.authenticate(first.accessToken))).toBe('not_signed_in');
    expect(await outcomeOf(accounts.refresh(second.refreshToken))).toBe('session_ended');
    expect(await outcomeOf(accounts.logIn())).toBe('wrong_credentials');
    const third = await accounts.logIn(defaultEmail, newPassword);
    expect((await accounts.authenticate(third.accessToken)).user.emailVerified).toBe(true);
    const templates = (await accounts.mails()).map(({ template }) => template);
    expect(templates).toEqual(['verify_email', 'password_changed', 'welcome']);
    const events = (await accounts.events()).slice(2);
    expect(events).toEqual(['password_reset', 'email_verified', 'login_failed', 'login']);
  });

  test('welcomes nobody twice', async () => {
    const accounts = runAccounts(await open());
    const { user } = await accounts.signUp();
    const verification = { userId: user.id, token: await accounts.link(user.id, 'verify_email') };
    await accounts.call(verifyEmail, { params: verification });
    const params = await linkOf(accounts, user.id);
    await accounts.call(finishReset, { params, body: { password: newPassword } });
    expect(countEach(await accounts.events())).toEqual({ signup: 1, email_verified: 1, password_reset: 1 });
    expect((await accounts.mails()).filter(({ template }) => template === 'welcome')).toHaveLength(1);
  });

  test.each([
    ['abc123', 'password_common'],
    ['ADA@example.org2024', 'password_is_email'],
  ])('with the password %s, which is easy to guess, changes nothing and says why', async (password, code) => {
    const accounts = runAccounts(await open());
    const { user } = await accounts.signUp();
    const params = await linkOf(accounts, user.id);
    const refusal = { code: 'invalid_fields', errors: [{ field: 'password', code }] };
    await expect(accounts.call(finishReset, { params, body: { password } })).rejects.toMatchObject(refusal);
    await accounts.logIn();
    await accounts.call(finishReset, { params, body: { password: newPassword } });
    await accounts.logIn(defaultEmail, newPassword);
  });

  test('uses up every link that was sent before', async () => {
    const accounts = runAccounts(await open());
    const { user } = await accounts.signUp();
    const links = [await linkOf(accounts, user.id), await linkOf(accounts, user.id)];
    const finish = (at: number) => accounts.call(finishReset, { params: links[at]!, body: { password: newPassword } });
    await finish(1);
    expect(await outcomeOf(finish(0))).toBe('link_expired');
    expect(await outcomeOf(finish(1))).toBe('link_expired');
  });

  test('is reached by one of many who come with links of one account at once', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const { user } = await accounts.signUp();
    const links = [await linkOf(accounts, user.id), await linkOf(accounts, user.id)];
    const attempts = Array.from({ length: 10 }, async (_, at) => {
      const password = `calmer nights ${at}`;
      return outcomeOf(accounts.call(finishReset, { params: links[at % 2]!, body: { password } }));
    });
    const outcomes = await Promise.all(attempts);
    expect(countEach(outcomes)).toEqual({ done: 1, link_expired: 9 });
    await accounts.logIn(defaultEmail, `calmer nights ${outcomes.indexOf('done')}`);
    const generations = await database.knex('users').select('auth_generation');
    expect(generations).toEqual([{ auth_generation: 1 }]);
    expect(await accounts.mails()).toHaveLength(3);
  });

  test('with a session that is started meanwhile leaves that one dead too', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const { user } = await accounts.signUp();
    const params = await linkOf(accounts, user.id);
    const logins = Array.from({ length: 10 }, () => accounts.logIn().catch(() => null));
    await accounts.call(finishReset, { params, body: { password: newPassword } });
    for (const tokens of await Promise.all(logins))
      if (tokens) expect(await outcomeOf(accounts.authenticate(tokens.accessToken))).toBe('not_signed_in');
  });

  test('with a link that is no good costs no hash', async () => {
    const database = await open();
    let hashes = 0;
    const passwords = createPasswords({ permits: 2 });
    const hash = (password: string) => {
      hashes += 1;
      return passwords.hash(password);
    };
    const accounts = runAccounts(database, { passwords: { ...passwords, hash } });
    const { user } = await accounts.signUp();
    const { token } = await linkOf(accounts, user.id);
    hashes = 0;
    const finish = (params: { userId: string; token: string }) =>
      outcomeOf(accounts.call(finishReset, { params, body: { password: newPassword } }));
    const verification = await accounts.link(user.id, 'verify_email');
    for (const params of [
      { userId: user.id, token: 'made up' },
      { userId: user.id, token: verification },
      { userId: randomUUID(), token },
      { userId: 'nobody', token },
    ])
      expect(await finish(params)).toBe('link_invalid');
    const earlier = database.knex.raw(`expires_at - interval '1 hour'`);
    await database.knex('one_time_tokens').where({ purpose: 'reset_password' }).update({ expires_at: earlier });
    expect(await finish({ userId: user.id, token })).toBe('link_expired');
    expect(hashes).toBe(0);
    await accounts.logIn();
  });
});
