import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { ApiError } from '../../api/platform/http/problem.ts';
import { changeEmail, finishReset, remove, verifyEmail } from '../../schemas/api/auth.ts';
import { describePostgres } from '../harness/databases.ts';
import { interruptPasswords } from './interrupted-passwords.ts';
import {
  ip,
  outcomeOf,
  password,
  runAccounts,
  defaultEmail,
  type RunningAccounts,
  type SignupReply,
} from './running-accounts.ts';

const newPassword = 'calmer nights 2';
const newEmail = 'lovelace@example.org';

/** Somebody who has signed up, and what happens while a password of theirs is checked or hashed. */
async function startInterrupted(database: Database) {
  const { passwords, next } = interruptPasswords();
  const accounts = runAccounts(database, { passwords });
  return { database, accounts, next, ada: await accounts.signUp() };
}

async function resetPassword(accounts: RunningAccounts, userId: string): Promise<void> {
  const token = await accounts.link(userId, 'reset_password');
  await accounts.call(finishReset, { params: { userId, token }, body: { password: newPassword } });
}

/** Asks for another email; resolves to what follows the link in it. */
async function askForEmail(accounts: RunningAccounts, ada: SignupReply): Promise<() => Promise<void>> {
  await accounts.call(changeEmail, { as: ada, body: { email: newEmail, currentPassword: password } });
  const asked = (await accounts.mails()).find((mail) => mail.template === 'confirm_email');
  const token = await accounts.link(ada.user.id, 'confirm_email', asked!.changeId);
  return () => accounts.call(verifyEmail, { as: ada, params: { userId: ada.user.id, token } });
}

describePostgres('a login, while its password is checked,', (open) => {
  test('comes too late for an account that is removed, and leaves no trace of it', async () => {
    const { database, accounts, next, ada } = await startInterrupted(await open());
    next.verify = () => accounts.call(remove, { as: ada, body: { password } });
    expect(await outcomeOf(accounts.logIn())).toBe('wrong_credentials');
    expect(await database.knex('sessions')).toEqual([]);
    const traces = database.knex('audit_log').where({ user_id: ada.user.id }).whereNotNull('ip');
    expect(await traces).toEqual([]);
  });

  test('that fails does not write the network of a removed account down again', async () => {
    const { database, accounts, next, ada } = await startInterrupted(await open());
    next.verify = () => accounts.call(remove, { as: ada, body: { password } });
    expect(await outcomeOf(accounts.logIn(defaultEmail, 'wrong 1'))).toBe('wrong_credentials');
    const failures = database.knex('audit_log').where({ action: 'login_failed' });
    expect(await failures.select('user_id', 'ip')).toEqual([{ user_id: null, ip }]);
  });

  test('comes too late for an account that gets a new password', async () => {
    const {
      database,
      accounts,
      next,
      ada: { user },
    } = await startInterrupted(await open());
    next.verify = () => resetPassword(accounts, user.id);
    expect(await outcomeOf(accounts.logIn())).toBe('wrong_credentials');
    expect(await database.knex('sessions').where({ ended_at: null })).toEqual([]);
    expect(await accounts.events()).toEqual(['signup', 'password_reset', 'email_verified']);
  });

  test('comes too late for an account that gets another email', async () => {
    const { database, accounts, next, ada } = await startInterrupted(await open());
    next.verify = await askForEmail(accounts, ada);
    expect(await outcomeOf(accounts.logIn())).toBe('wrong_credentials');
    expect(await database.knex('sessions').where({ ended_at: null })).toHaveLength(1);
    expect(await outcomeOf(accounts.logIn(newEmail))).toBe('done');
  });

  test('does not put an old password back in its stronger form', async () => {
    const {
      database,
      accounts,
      next,
      ada: { user },
    } = await startInterrupted(await open());
    await database.knex('users').update({ password_hash: await hash(password, { memoryCost: 8192, timeCost: 1 }) });
    next.hash = () => resetPassword(accounts, user.id);
    expect(await outcomeOf(accounts.logIn())).toBe('wrong_credentials');
    expect(await outcomeOf(accounts.logIn(defaultEmail, newPassword))).toBe('done');
  });

  test('does without a stronger form of the password where too many wait', async () => {
    const { database, accounts, next } = await startInterrupted(await open());
    await database.knex('users').update({ password_hash: await hash(password, { memoryCost: 8192, timeCost: 1 }) });
    next.hash = () => Promise.reject(new ApiError('busy'));
    expect(await outcomeOf(accounts.logIn())).toBe('done');
  });
});

describePostgres('a removal, while its password is checked,', (open) => {
  test('comes too late for an account that gets a new password', async () => {
    const { accounts, next, ada } = await startInterrupted(await open());
    next.verify = () => resetPassword(accounts, ada.user.id);
    expect(await outcomeOf(accounts.call(remove, { as: ada, body: { password } }))).toBe('not_signed_in');
    expect(await outcomeOf(accounts.logIn(defaultEmail, newPassword))).toBe('done');
  });

  test('comes too late for an account that gets another email: it would be erased by the old one', async () => {
    const { accounts, next, ada } = await startInterrupted(await open());
    next.verify = await askForEmail(accounts, ada);
    expect(await outcomeOf(accounts.call(remove, { as: ada, body: { password } }))).toBe('not_signed_in');
    expect(await outcomeOf(accounts.call(remove, { as: ada, body: { password } }))).toBe('done');
    expect(await accounts.mails()).toContainEqual(
      expect.objectContaining({ template: 'account_removed', to: newEmail }),
    );
  });
});

describePostgres('a reset, while its password is hashed,', (open) => {
  test('comes too late if its link expires', async () => {
    const {
      database,
      accounts,
      next,
      ada: { user },
    } = await startInterrupted(await open());
    next.hash = () => database.knex('one_time_tokens').update({ expires_at: new Date(0) });
    expect(await outcomeOf(resetPassword(accounts, user.id))).toBe('link_expired');
    expect(await outcomeOf(accounts.logIn())).toBe('done');
  });
});
