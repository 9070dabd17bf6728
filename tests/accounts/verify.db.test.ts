import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createOneTimeTokens } from '../../api/accounts/one-time-tokens.ts';
import { finishReset, sendVerification, verifyEmail } from '../../schemas/api/auth.ts';
import { me } from '../../schemas/api/users.ts';
import { describePostgres } from '../harness/databases.ts';
import { countEach, keys, outcomeOf, runAccounts } from './running-accounts.ts';

describePostgres('a link that verifies the address', (open) => {
  test('verifies it, and is harmless from then on', async () => {
    const accounts = runAccounts(await open());
    const ada = await accounts.signUp();
    const params = { userId: ada.user.id, token: await accounts.link(ada.user.id, 'verify_email') };
    for (const _ of [1, 2, 3]) await accounts.call(verifyEmail, { params });
    expect(await accounts.call(me, { as: ada })).toEqual({ ...ada.user, emailVerified: true });
    const templates = (await accounts.mails()).map(({ template }) => template);
    expect(templates).toEqual(['verify_email', 'welcome']);
    expect(await accounts.events()).toEqual(['signup', 'email_verified']);
  });

  test('that is opened many times at once verifies once and welcomes once', async () => {
    const accounts = runAccounts(await open());
    const { user } = await accounts.signUp();
    const params = { userId: user.id, token: await accounts.link(user.id, 'verify_email') };
    const calls = Array.from({ length: 20 }, () => outcomeOf(accounts.call(verifyEmail, { params })));
    expect(countEach(await Promise.all(calls))).toEqual({ done: 20 });
    expect(await accounts.mails()).toHaveLength(2);
  });

  test('has expired where it was made by a clock that was ahead', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const { user } = await accounts.signUp();
    const reset = { userId: user.id, token: await accounts.link(user.id, 'reset_password') };
    const verify = { userId: user.id, token: await accounts.link(user.id, 'verify_email') };
    await database.knex('one_time_tokens').update({ expires_at: database.knex.raw(`expires_at + interval '40 days'`) });
    expect(await outcomeOf(accounts.call(verifyEmail, { params: verify }))).toBe('link_expired');
    const body = { password: 'calmer nights 2' };
    expect(await outcomeOf(accounts.call(finishReset, { params: reset, body }))).toBe('link_expired');
  });

  test('is good for 72 hours, and afterwards if it was used in time', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const { user } = await accounts.signUp();
    const used = { userId: user.id, token: await accounts.link(user.id, 'verify_email') };
    await accounts.call(verifyEmail, { params: used });
    const late = { userId: user.id, token: await accounts.link(user.id, 'verify_email') };
    const earlier = database.knex.raw(`expires_at - interval '72 hours'`);
    await database.knex('one_time_tokens').update({ expires_at: earlier });
    expect(await outcomeOf(accounts.call(verifyEmail, { params: late }))).toBe('link_expired');
    expect(await outcomeOf(accounts.call(verifyEmail, { params: used }))).toBe('done');
  });

  test('of another account, of another purpose or made up is not valid', async () => {
    const accounts = runAccounts(await open());
    const ada = await accounts.signUp();
    const eva = await accounts.signUp({ email: 'eva@example.org' });
    const token = await accounts.link(ada.user.id, 'verify_email');
    const reset = await accounts.link(ada.user.id, 'reset_password');
    const links = [
      { userId: eva.user.id, token },
      { userId: randomUUID(), token },
      { userId: 'undefined', token },
      { userId: `${ada.user.id}'--`, token },
      { userId: ada.user.id, token: reset },
      { userId: ada.user.id, token: '' },
      { userId: ada.user.id, token: `${token} ` },
    ];
    for (const params of links) expect(await outcomeOf(accounts.call(verifyEmail, { params }))).toBe('link_invalid');
    expect(await accounts.call(me, { as: ada })).toEqual(ada.user);
  });

  test('is sent again until the address is verified', async () => {
    const accounts = runAccounts(await open());
    const ada = await accounts.signUp();
    await accounts.call(sendVerification, { as: ada });
    expect(await accounts.mails()).toHaveLength(2);
    accounts.exhausted.add('verifySendByUser');
    expect(await outcomeOf(accounts.call(sendVerification, { as: ada }))).toBe('too_many_requests');
    const token = await accounts.link(ada.user.id, 'verify_email');
    await accounts.call(verifyEmail, { params: { userId: ada.user.id, token } });
    await accounts.call(sendVerification, { as: ada });
    expect(await accounts.mails()).toHaveLength(3);
  });

  test('leaves links for another purpose as they are', async () => {
    const accounts = runAccounts(await open());
    const { user } = await accounts.signUp();
    const reset = { userId: user.id, token: await accounts.link(user.id, 'reset_password') };
    const token = await accounts.link(user.id, 'verify_email');
    await accounts.call(verifyEmail, { params: { userId: user.id, token } });
    const finish = accounts.call(finishReset, { params: reset, body: { password: 'calmer nights 2' } });
    expect(await outcomeOf(finish)).toBe('done');
  });

  test('is not good for longer once it was used, should its email be sent again', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const { user } = await accounts.signUp();
    const tokens = createOneTimeTokens({ database, keys });
    const request = { purpose: 'verify_email', userId: user.id, seed: 'job' } as const;
    const expiry = async () =>
      (await database.knex('one_time_tokens').first<{ expires_at: Date }>('expires_at')).expires_at.getTime();
    const token = await tokens.issue(request);
    if (token === null) throw new Error('The account is removed');
    await database.knex('one_time_tokens').update({ expires_at: new Date(0) });
    await tokens.issue(request);
    expect(await expiry()).toBeGreaterThan(Date.now());
    await accounts.call(verifyEmail, { params: { userId: user.id, token } });
    await database.knex('one_time_tokens').update({ expires_at: new Date(0) });
    await tokens.issue(request);
    expect(await expiry()).toBe(0);
  });

  test('is the same in an email that is sent twice, and is not stored itself', async () => {
    const database = await open();
    const { user } = await runAccounts(database).signUp();
    const tokens = createOneTimeTokens({ database, keys });
    const token = await tokens.issue({ purpose: 'verify_email', userId: user.id, seed: 'job' });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await tokens.issue({ purpose: 'verify_email', userId: user.id, seed: 'job' })).toBe(token);
    const others = await Promise.all([
      tokens.issue({ purpose: 'verify_email', userId: user.id, seed: 'another job' }),
      tokens.issue({ purpose: 'reset_password', userId: user.id, seed: 'job' }),
    ]);
    expect(new Set([token, ...others]).size).toBe(3);
    const rows = await database.knex('one_time_tokens').select<{ hash: Buffer }[]>('hash');
    expect(rows.map(({ hash }) => hash.toString('base64url'))).not.toContain(token);
    expect(rows).toHaveLength(3);
  });
});
