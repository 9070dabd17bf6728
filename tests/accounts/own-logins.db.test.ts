import { describe, expect, test } from 'vitest';
import { describeDevice } from '../../api/accounts/device.ts';
import type { ReplyOf } from '../../schemas/api/call.ts';
import { changePassword, endLogin, endOtherLogins, finishReset, listLogins, login } from '../../schemas/api/auth.ts';
import { describePostgres } from '../harness/databases.ts';
import { countEach, defaultEmail, outcomeOf, password, runAccounts, type SignupReply } from './running-accounts.ts';

type Tokens = ReplyOf<typeof login>;
type Logins = ReplyOf<typeof listLogins>;

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const newPassword = 'calmer nights 2';

describePostgres('where a member is logged in', (open) => {
  test('is listed, this log-in first, with what the browser said of itself', async () => {
    const accounts = runAccounts(await open());
    const ada = await accounts.signUp();
    const body = { email: defaultEmail, password };
    const second = await accounts.call<Tokens>(login, { body, userAgent: firefox });
    await accounts.signUp({ email: 'eva@example.org' });
    const { logins } = await accounts.call<Logins>(listLogins, { as: ada });
    expect(logins).toMatchObject([
      { isCurrent: true, device: null },
      { isCurrent: false, device: 'Firefox, Windows' },
    ]);
    expect((await accounts.call<Logins>(listLogins, { as: second })).logins[0]).toEqual({
      ...logins[1],
      isCurrent: true,
    });
  });

  test('is ended one by one, at once, and only by the member', async () => {
    const accounts = runAccounts(await open());
    const [ada, eva] = [await accounts.signUp(), await accounts.signUp({ email: 'eva@example.org' })];
    const second = await accounts.logIn();
    const id = (await accounts.call<Logins>(listLogins, { as: ada })).logins[1]!.id;
    for (const params of [{ id }, { id: 'none' }]) await accounts.call(endLogin, { as: eva, params });
    expect(await outcomeOf(accounts.authenticate(second.accessToken))).toBe('done');
    for (const _ of [1, 2]) await accounts.call(endLogin, { as: ada, params: { id } });
    expect(await outcomeOf(accounts.authenticate(second.accessToken))).toBe('not_signed_in');
    expect((await accounts.call<Logins>(listLogins, { as: ada })).logins).toHaveLength(1);
    expect(countEach(await accounts.events())).toEqual({ signup: 2, login: 1, logout: 1 });
  });

  test('is ended everywhere else at once', async () => {
    const accounts = runAccounts(await open());
    const [ada, eva] = [await accounts.signUp(), await accounts.signUp({ email: 'eva@example.org' })];
    const others = [await accounts.logIn(), await accounts.logIn()];
    await accounts.call(endOtherLogins, { as: ada });
    for (const { accessToken } of others)
      expect(await outcomeOf(accounts.authenticate(accessToken))).toBe('not_signed_in');
    for (const { accessToken } of [ada, eva]) expect(await outcomeOf(accounts.authenticate(accessToken))).toBe('done');
  });
});

describePostgres('a new password', (open) => {
  const change = (accounts: ReturnType<typeof runAccounts>, as: SignupReply, to = newPassword, from = password) =>
    accounts.call(changePassword, { as, body: { currentPassword: from, password: to } });

  test('is set for the current one; this log-in goes on, others end, and an email says so', async () => {
    const accounts = runAccounts(await open());
    const ada = await accounts.signUp();
    const second = await accounts.logIn();
    await change(accounts, ada);
    expect(await outcomeOf(accounts.authenticate(ada.accessToken))).toBe('done');
    await accounts.refresh(ada.refreshToken);
    expect(await outcomeOf(accounts.authenticate(second.accessToken))).toBe('not_signed_in');
    expect(await outcomeOf(accounts.logIn())).toBe('wrong_credentials');
    await accounts.logIn(defaultEmail, newPassword);
    expect((await accounts.mails()).map(({ template }) => template)).toEqual(['verify_email', 'password_changed']);
  });

  test('makes links for another one useless that were asked for before', async () => {
    const accounts = runAccounts(await open());
    const ada = await accounts.signUp();
    const params = { userId: ada.user.id, token: await accounts.link(ada.user.id, 'reset_password') };
    await change(accounts, ada);
    const reset = accounts.call(finishReset, { params, body: { password: 'calmer nights 3' } });
    expect(await outcomeOf(reset)).toBe('link_expired');
    await accounts.logIn(defaultEmail, newPassword);
  });

  test.each([
    ['the wrong current one', newPassword, 'wrong 1', { field: 'currentPassword', code: 'wrong_password' }],
    ['one that is easy to guess', 'abc123', password, { field: 'password', code: 'password_common' }],
  ])('is not set with %s', async (_case, to, from, error) => {
    const accounts = runAccounts(await open());
    const ada = await accounts.signUp();
    await expect(change(accounts, ada, to, from)).rejects.toMatchObject({ code: 'invalid_fields', errors: [error] });
    await accounts.logIn();
  });

  test('of several at once is one, and the log-in that set it goes on', async () => {
    const accounts = runAccounts(await open());
    const ada = await accounts.signUp();
    const tries = [1, 2, 3, 4].map((number) => outcomeOf(change(accounts, ada, `calmer nights ${number}`)));
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(await outcomeOf(accounts.authenticate(ada.accessToken))).toBe('done');
    await accounts.logIn(defaultEmail, `calmer nights ${outcomes.indexOf('done') + 1}`);
  });
});

describe('a device', () => {
  test.each([
    [firefox, 'Firefox, Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari, iPhone',
    ],
    ['Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36', 'Chrome, Android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0', 'Edge, Mac'],
    ['curl/8.14.1', null],
    ['', null],
  ])('that says %s is called %s', (userAgent, name) => {
    expect(describeDevice(userAgent)).toBe(name);
  });
});
