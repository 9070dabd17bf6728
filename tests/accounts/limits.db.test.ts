import { expect, test } from 'vitest';
import { ApiError } from '../../api/platform/http/problem.ts';
import { finishReset, remove, signup, verifyEmail } from '../../schemas/api/auth.ts';
import { describePostgres } from '../harness/databases.ts';
import { interruptPasswords } from './interrupted-passwords.ts';
import { ip, outcomeOf, password, runAccounts, signupBody, defaultEmail } from './running-accounts.ts';

const elsewhere = '198.51.100.9';

describePostgres('guesses of strangers that use up the log-ins of an address', (open) => {
  test('keep nobody out who got in from the same network in the last 30 days', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    await accounts.call(signup, { body: signupBody(), from: '2001:db8:1:2::1' });
    await accounts.logIn();
    accounts.exhausted.add('loginByEmail');
    const outcomeFrom = (from: string) => outcomeOf(accounts.logIn(defaultEmail, password, from));
    for (const from of [ip, '2001:db8:1:2:3:4:5:6']) expect(await outcomeFrom(from)).toBe('done');
    for (const from of [elsewhere, '2001:db8:1:3::1']) expect(await outcomeFrom(from)).toBe('too_many_requests');
    await database.knex('audit_log').update({ at: database.knex.raw(`at - interval '30 days'`) });
    expect(await outcomeFrom(ip)).toBe('too_many_requests');
  });

  test('say nothing of whether there is an account, nor make theirs a known network', async () => {
    const accounts = runAccounts(await open());
    await accounts.signUp();
    const guess = (email: string) => outcomeOf(accounts.logIn(email, 'wrong 1', elsewhere));
    for (const email of [defaultEmail, 'nobody@example.org']) expect(await guess(email)).toBe('wrong_credentials');
    accounts.exhausted.add('loginByEmail');
    for (const email of [defaultEmail, 'nobody@example.org']) expect(await guess(email)).toBe('too_many_requests');
  });

  test('are forgotten once the owner has set a new password, from where log-ins pass from then on', async () => {
    const accounts = runAccounts(await open());
    const { user } = await accounts.signUp();
    const params = { userId: user.id, token: await accounts.link(user.id, 'reset_password') };
    await accounts.call(finishReset, { params, body: { password: 'calmer nights 2' }, from: elsewhere });
    expect(accounts.restarted).toEqual([
      `loginByEmail ${defaultEmail}`,
      `loginByAddressAndIp ${defaultEmail} ${elsewhere}`,
    ]);
    accounts.exhausted.add('loginByEmail');
    expect(await outcomeOf(accounts.logIn(defaultEmail, 'calmer nights 2', elsewhere))).toBe('done');
  });
});

describePostgres('the limit of links', (open) => {
  test('counts those that verify and those that end a reset, before they are looked at', async () => {
    const accounts = runAccounts(await open());
    const params = { userId: 'nobody', token: 'made up' };
    for (const call of [verifyEmail, finishReset]) {
      accounts.counted.length = 0;
      expect(await outcomeOf(accounts.call(call, { params, body: { password } }))).toBe('link_invalid');
      expect(accounts.counted).toEqual([`linksByIp ${ip}`]);
    }
    accounts.exhausted.add('linksByIp');
    for (const call of [verifyEmail, finishReset])
      expect(await outcomeOf(accounts.call(call, { params, body: { password } }))).toBe('too_many_requests');
  });
});

const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

describePostgres('a try that comes to nothing', (open) => {
  test.each([
    ['as too many wait', new ApiError('busy')],
    ['as the database is away', outage],
  ])('%s is taken back', async (_reason, failure) => {
    const { passwords, next } = interruptPasswords();
    const accounts = runAccounts(await open(), { passwords });
    const ada = await accounts.signUp();
    const reset = { userId: ada.user.id, token: await accounts.link(ada.user.id, 'reset_password') };
    const tries = [
      { place: 'verify', attempt: () => accounts.logIn() },
      { place: 'verify', attempt: () => accounts.call(remove, { as: ada, body: { password } }) },
      { place: 'hash', attempt: () => accounts.call(finishReset, { params: reset, body: { password } }) },
      { place: 'hash', attempt: () => accounts.signUp({ email: 'eva@example.org' }) },
    ] as const;
    for (const { place, attempt } of tries) {
      accounts.counted.length = accounts.givenBack.length = 0;
      next[place] = () => Promise.reject(failure);
      await expect(attempt()).rejects.toBe(failure);
      expect(accounts.counted).not.toEqual([]);
      expect(accounts.givenBack).toEqual(accounts.counted);
    }
  });

  test('as another limit refuses it is taken back', async () => {
    const accounts = runAccounts(await open());
    accounts.exhausted.add('loginByEmail');
    expect(await outcomeOf(accounts.logIn())).toBe('too_many_requests');
    expect(accounts.givenBack).toEqual([`loginByIp ${ip}`, `loginByAddressAndIp ${defaultEmail} ${ip}`]);
  });

  test('for a reason of its own, or is one too many, is not', async () => {
    const accounts = runAccounts(await open());
    await accounts.signUp();
    await outcomeOf(accounts.logIn(defaultEmail, 'wrong 1'));
    accounts.exhausted.add('loginByIp');
    accounts.counted.length = 0;
    await outcomeOf(accounts.logIn());
    // Nor is anything written down for an email then.
    expect(accounts.counted).toEqual([`loginByIp ${ip}`]);
    expect(accounts.givenBack).toEqual([]);
  });
});
