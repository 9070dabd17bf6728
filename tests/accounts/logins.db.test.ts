import jsonwebtoken from 'jsonwebtoken';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { issueAccessToken, makeRefreshToken, sealRefreshToken } from '../../api/accounts/tokens.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { createKeys } from '../../api/platform/keys.ts';
import { logout } from '../../schemas/api/auth.ts';
import { me } from '../../schemas/api/users.ts';
import { describePostgres } from '../harness/databases.ts';
import { countEach, keys, outcomeOf, runAccounts } from './running-accounts.ts';

/** Lets time pass for all sessions: their times move into the past. */
async function passTime(database: Database, interval: string): Promise<void> {
  const earlier = (column: string) => database.knex.raw(`${column} - ?::interval`, [interval]);
  const times = ['created_at', 'rotated_at', 'expires_at'];
  await database.knex('sessions').update(Object.fromEntries(times.map((column) => [column, earlier(column)])));
}

describePostgres('a refresh', (open) => {
  test('exchanges both tokens for new ones of the same session', async () => {
    const accounts = runAccounts(await open());
    const first = await accounts.signUp();
    const second = await accounts.refresh(first.refreshToken);
    expect(second.newRefreshToken).not.toBe(first.refreshToken);
    const signedIn = await accounts.authenticate(second.newAccessToken);
    expect(signedIn).toEqual(await accounts.authenticate(first.accessToken));
    expect(await outcomeOf(accounts.refresh(second.newRefreshToken))).toBe('done');
  });

  test('of one token by several tabs gives them the same successor', async () => {
    const accounts = runAccounts(await open());
    const { refreshToken } = await accounts.signUp();
    const { newRefreshToken } = await accounts.refresh(refreshToken);
    expect((await accounts.refresh(refreshToken)).newRefreshToken).toBe(newRefreshToken);
  });

  test('of one token again after half a minute ends the session: somebody has a copy', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const { refreshToken } = await accounts.signUp();
    const { newRefreshToken, newAccessToken } = await accounts.refresh(refreshToken);
    await passTime(database, '29 seconds');
    expect(await outcomeOf(accounts.refresh(refreshToken))).toBe('done');
    await passTime(database, '1 second');
    expect(await outcomeOf(accounts.refresh(refreshToken))).toBe('session_ended');
    expect(await outcomeOf(accounts.refresh(newRefreshToken))).toBe('session_ended');
    expect(await outcomeOf(accounts.authenticate(newAccessToken))).toBe('not_signed_in');
    expect(await accounts.events()).toEqual(['signup', 'refresh_reuse']);
  });

  test('of one token again ends the session too where the clock was ahead at the first time', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const { refreshToken } = await accounts.signUp();
    await accounts.refresh(refreshToken);
    await passTime(database, '-40 days');
    expect(await outcomeOf(accounts.refresh(refreshToken))).toBe('session_ended');
  });

  test('that is repeated within the grace does not make the grace longer', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const { refreshToken } = await accounts.signUp();
    await accounts.refresh(refreshToken);
    for (const _ of [1, 2]) {
      await passTime(database, '14 seconds');
      expect(await outcomeOf(accounts.refresh(refreshToken))).toBe('done');
    }
    await passTime(database, '14 seconds');
    expect(await outcomeOf(accounts.refresh(refreshToken))).toBe('session_ended');
  });

  test('of the token before the last ends the session even at once', async () => {
    const accounts = runAccounts(await open());
    const { refreshToken } = await accounts.signUp();
    const second = await accounts.refresh(refreshToken);
    const third = await accounts.refresh(second.newRefreshToken);
    expect(await outcomeOf(accounts.refresh(refreshToken))).toBe('session_ended');
    expect(await outcomeOf(accounts.refresh(third.newRefreshToken))).toBe('session_ended');
  });

  test('keeps a session alive for 30 days from then on', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const { refreshToken } = await accounts.signUp();
    await passTime(database, '29 days 23 hours');
    const { newRefreshToken } = await accounts.refresh(refreshToken);
    await passTime(database, '29 days 23 hours');
    const last = await accounts.refresh(newRefreshToken);
    await passTime(database, '30 days');
    expect(await outcomeOf(accounts.refresh(last.newRefreshToken))).toBe('session_ended');
    expect(await outcomeOf(accounts.authenticate(last.newAccessToken))).toBe('not_signed_in');
  });

  test('does not keep a session alive for longer than 180 days from its start', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    let { refreshToken } = await accounts.signUp();
    for (let days = 20; days < 180; days += 20) {
      await passTime(database, '20 days');
      refreshToken = (await accounts.refresh(refreshToken)).newRefreshToken;
    }
    await passTime(database, '19 days 23 hours');
    const last = await accounts.refresh(refreshToken);
    expect(await outcomeOf(accounts.authenticate(last.newAccessToken))).toBe('done');
    await passTime(database, '1 hour');
    expect(await outcomeOf(accounts.authenticate(last.newAccessToken))).toBe('not_signed_in');
    for (const token of [refreshToken, last.newRefreshToken])
      expect(await outcomeOf(accounts.refresh(token))).toBe('session_ended');
    expect(await accounts.events()).toEqual(['signup']);
    expect(await outcomeOf(accounts.logIn())).toBe('done');
  });

  test('with a token that is forged or garbage changes nothing', async () => {
    const accounts = runAccounts(await open());
    const { refreshToken, accessToken } = await accounts.signUp();
    const { loginId } = await accounts.authenticate(accessToken);
    const stolenKey = sealRefreshToken(keys.refreshToken, makeRefreshToken(loginId));
    const otherKey = createKeys('another secret, also of thirty-two characters').refreshToken;
    const unknown = sealRefreshToken(keys.refreshToken, makeRefreshToken(randomUUID()));
    const forged = [stolenKey, sealRefreshToken(otherKey, makeRefreshToken(loginId)), unknown, accessToken, '', '\0'];
    for (const text of forged) expect(await outcomeOf(accounts.refresh(text))).toBe('session_ended');
    expect(await outcomeOf(accounts.refresh(refreshToken))).toBe('done');
    expect(await accounts.events()).toEqual(['signup']);
  });

  test('with an old token that the key sealed but the session never had does not end the session', async () => {
    const accounts = runAccounts(await open());
    const { refreshToken, accessToken } = await accounts.signUp();
    const { loginId } = await accounts.authenticate(accessToken);
    const { newRefreshToken } = await accounts.refresh(refreshToken);
    const forged = sealRefreshToken(keys.refreshToken, makeRefreshToken(loginId));
    expect(await outcomeOf(accounts.refresh(forged))).toBe('session_ended');
    expect(await outcomeOf(accounts.authenticate(accessToken))).toBe('done');
    expect(await outcomeOf(accounts.refresh(newRefreshToken))).toBe('done');
  });
});

describePostgres('a logout', (open) => {
  test('ends the session at once, also for its access token', async () => {
    const accounts = runAccounts(await open());
    const tokens = await accounts.signUp();
    await accounts.logOut(tokens);
    expect(await outcomeOf(accounts.call(me, { as: tokens }))).toBe('not_signed_in');
    expect(await outcomeOf(accounts.refresh(tokens.refreshToken))).toBe('session_ended');
  });

  test('needs only one of the tokens, and the access token may have expired', async () => {
    const accounts = runAccounts(await open());
    const first = await accounts.signUp();
    const { loginId, user } = await accounts.authenticate(first.accessToken);
    const claims = { sub: user.id, sid: loginId, v: 1 };
    const expired = jsonwebtoken.sign(claims, keys.accessToken[0], { expiresIn: -60 });
    expect(await outcomeOf(accounts.authenticate(expired))).toBe('not_signed_in');
    await accounts.logOut({ accessToken: expired, refreshToken: '' });
    expect(await outcomeOf(accounts.authenticate(first.accessToken))).toBe('not_signed_in');

    const second = await accounts.logIn();
    await accounts.logOut({ accessToken: '', refreshToken: second.refreshToken });
    expect(await outcomeOf(accounts.authenticate(second.accessToken))).toBe('not_signed_in');
  });

  test('with unknown tokens is no error and ends nothing', async () => {
    const accounts = runAccounts(await open());
    const tokens = await accounts.signUp();
    const { loginId, user } = await accounts.authenticate(tokens.accessToken);
    const otherKeys = createKeys('another secret, also of thirty-two characters');
    const accessToken = issueAccessToken(otherKeys.accessToken, { userId: user.id, loginId });
    const refreshToken = sealRefreshToken(keys.refreshToken, makeRefreshToken(loginId));
    await accounts.call(logout, { body: { accessToken, refreshToken } });
    await accounts.call(logout, { body: { accessToken: '', refreshToken: '\0' } });
    expect(await outcomeOf(accounts.authenticate(tokens.accessToken))).toBe('done');
    await accounts.logOut(tokens);
    await accounts.logOut(tokens);
    expect(countEach(await accounts.events())).toEqual({ signup: 1, logout: 1 });
  });
});

describePostgres('an access token', (open) => {
  test('of an earlier format has to be refreshed', async () => {
    const accounts = runAccounts(await open());
    const earlier = jsonwebtoken.sign({ v: 0 }, keys.accessToken[0], { expiresIn: 60 });
    expect(await outcomeOf(accounts.authenticate(earlier))).toBe('tokens_outdated');
  });

  test('of another account than its session’s says nothing', async () => {
    const accounts = runAccounts(await open());
    const ada = await accounts.authenticate((await accounts.signUp()).accessToken);
    const eva = await accounts.authenticate((await accounts.signUp({ email: 'eva@example.org' })).accessToken);
    const mixed = issueAccessToken(keys.accessToken, { userId: eva.user.id, loginId: ada.loginId });
    expect(await outcomeOf(accounts.authenticate(mixed))).toBe('not_signed_in');
  });
});
