import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { remove } from '../../schemas/api/auth.ts';
import { me } from '../../schemas/api/users.ts';
import { createPasswords } from '../../api/accounts/passwords.ts';
import { describePostgres } from '../harness/databases.ts';
import { ip, outcomeOf, password, runAccounts, defaultEmail } from './running-accounts.ts';

describePostgres('a login', (open) => {
  test('starts a session of its own, however the address is spelt', async () => {
    const accounts = runAccounts(await open());
    const { user } = await accounts.signUp();
    const first = await accounts.logIn('ADA@Example.org');
    const second = await accounts.logIn();
    expect(await accounts.call(me, { as: first })).toEqual(user);
    await accounts.logOut(first);
    expect(await accounts.call(me, { as: second })).toEqual(user);
    expect(await accounts.events()).toEqual(['signup', 'login', 'login', 'logout']);
  });

  test('takes an address at an international domain as it is written and as it is stored', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const { user } = await accounts.signUp({ email: 'Ana@España.example' });
    expect(user.email).toBe('ana@españa.example');
    expect(await database.knex('users').pluck('email')).toEqual(['ana@xn--espaa-rta.example']);
    for (const email of ['ana@españa.example', 'ana@xn--espaa-rta.example', 'ANA@ESPAN\u0303A.EXAMPLE'])
      expect(await accounts.call(me, { as: await accounts.logIn(email) })).toMatchObject({ email: user.email });
    expect(await outcomeOf(accounts.signUp({ email: 'ana@xn--espaa-rta.example' }))).toBe('email_taken');
  });

  test('fails in one way for a wrong password, an unknown address and a removed account', async () => {
    const database = await open();
    const compared: boolean[] = [];
    const passwords = createPasswords({ permits: 2 });
    const verify = async (known: string | null, given: string) => {
      compared.push(known !== null);
      return passwords.verify(known, given);
    };
    const accounts = runAccounts(database, { passwords: { ...passwords, verify } });
    const gone = await accounts.signUp({ email: 'gone@example.org' });
    await accounts.call(remove, { as: gone, body: { password } });
    await accounts.signUp();
    compared.length = 0;
    const attempts = [
      () => accounts.logIn(defaultEmail, 'wrong 1'),
      () => accounts.logIn('nobody@example.org'),
      () => accounts.logIn('gone@example.org'),
    ];
    for (const attempt of attempts) expect(await outcomeOf(attempt())).toBe('wrong_credentials');
    expect(compared).toEqual([true, false, false]);
    const noted = await database.knex('audit_log').where({ action: 'login_failed' });
    expect(noted).toHaveLength(3);
  });

  test('still succeeds with a password that is refused by now', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    await accounts.signUp();
    await database.knex('users').update({ password_hash: await createPasswords().hash('abc123') });
    expect((await accounts.logIn(defaultEmail, 'abc123')).accessToken).not.toBe('');
  });

  test('is counted before the password is looked at, and success starts the narrowest count again', async () => {
    const accounts = runAccounts(await open());
    await accounts.signUp();
    accounts.counted.length = 0;
    await outcomeOf(accounts.logIn(defaultEmail, 'wrong 1'));
    const narrow = `loginByAddressAndIp ${defaultEmail} ${ip}`;
    expect(accounts.counted).toEqual([`loginByIp ${ip}`, narrow, `loginByEmail ${defaultEmail}`]);
    expect(accounts.restarted).toEqual([]);
    await accounts.logIn();
    expect(accounts.restarted).toEqual([narrow]);
    for (const limit of ['loginByAddressAndIp', 'loginByIp', 'loginByEmail'] as const) {
      accounts.exhausted.add(limit);
      expect(await outcomeOf(accounts.logIn(defaultEmail, password, '198.51.100.9'))).toBe('too_many_requests');
      accounts.exhausted.delete(limit);
    }
  });

  test('replaces a hash of weaker parameters', async () => {
    const database = await open();
    const accounts = runAccounts(database, { passwords: createPasswords() });
    await accounts.signUp();
    await database.knex('users').update({ password_hash: await hash(password, { memoryCost: 8192, timeCost: 1 }) });
    await accounts.logIn();
    const [user] = await database.knex('users').select<{ password_hash: string }[]>('password_hash');
    expect(user?.password_hash).toContain('m=19456,t=2,p=1');
    await accounts.logIn();
  });
});
