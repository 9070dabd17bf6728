import { expect, test } from 'vitest';
import { createPasswords } from '../../api/accounts/passwords.ts';
import { cancelUndo } from '../../api/accounts/undo-email.ts';
import { enqueueEmail } from '../../api/emails/requests.ts';
import { enqueueCustomerUpdate } from '../../api/payments/customers.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { changeEmail, changePassword, finishReset, remove, verifyEmail } from '../../schemas/api/auth.ts';
import { me } from '../../schemas/api/users.ts';
import { describePostgres } from '../harness/databases.ts';
import { countEach, defaultEmail, outcomeOf, password, runAccounts, type SignupReply } from './running-accounts.ts';

const newEmail = 'lovelace@example.org';

/** Accounts of a database, with what follows a change of email. */
function run(database: Database) {
  const accounts = runAccounts(database);
  const changes = () => database.knex('email_changes').orderBy('created_at').pluck<string[]>('id');
  const ask = (as: SignupReply, email = newEmail, currentPassword = password) =>
    accounts.call(changeEmail, { as, body: { email, currentPassword } });
  /** The link in the email about the change that was asked for last. */
  const link = async ({ user }: SignupReply, purpose: 'confirm_email' | 'undo_email') => {
    const id = (await changes()).at(-1)!;
    return { userId: user.id, token: await accounts.link(user.id, purpose, id) };
  };
  const confirm = (params: object, as?: SignupReply) => accounts.call(verifyEmail, { params, as });
  const undo = (params: object, password = 'calmer nights 2') =>
    accounts.call(finishReset, { params, body: { password } });
  return {
    ...accounts,
    changes,
    ask,
    tokenOf: accounts.link,
    link,
    confirm,
    undo,
    /** Somebody whose address is verified. */
    async join(email = defaultEmail) {
      const member = await accounts.signUp({ email });
      await confirm({ userId: member.user.id, token: await accounts.link(member.user.id, 'verify_email') });
      return member;
    },
    /** Changes the address from beginning to end; resolves to the link that undoes it. */
    async change(member: SignupReply, email = newEmail) {
      await ask(member, email);
      await confirm(await link(member, 'confirm_email'), member);
      return link(member, 'undo_email');
    },
    emailOf: async (as: SignupReply) => (await accounts.call<{ email: string }>(me, { as })).email,
    clear: () => database.knex('jobs').delete(),
  };
}

describePostgres('a change of email', (open) => {
  test('counts once the new address confirms it; other log-ins end, Stripe and the old address get a message', async () => {
    const accounts = run(await open());
    const ada = await accounts.join();
    const elsewhere = await accounts.logIn();
    await accounts.clear();
    await accounts.ask(ada, ' Lovelace@Example.org');
    const [changeId] = await accounts.changes();
    expect(await accounts.mails()).toMatchObject([{ template: 'confirm_email', userId: ada.user.id, changeId }]);
    expect(await accounts.emailOf(ada)).toBe(defaultEmail);
    await accounts.clear();

    const link = await accounts.link(ada, 'confirm_email');
    for (const _ of ['at first', 'and again']) await accounts.confirm(link, ada);
    expect(await accounts.call(me, { as: ada })).toMatchObject({ email: newEmail, emailVerified: true });
    expect(await outcomeOf(accounts.authenticate(elsewhere.accessToken))).toBe('not_signed_in');
    expect(await outcomeOf(accounts.logIn())).toBe('wrong_credentials');
    await accounts.logIn(newEmail);
    expect(await accounts.mails()).toEqual([
      { template: 'email_changed', userId: ada.user.id, changeId },
      { userId: ada.user.id },
    ]);
    expect((await accounts.events()).slice(3)).toEqual([
      'email_change_asked',
      'email_changed',
      'login_failed',
      'login',
    ]);
  });

  test('needs the password, and another address than the present one', async () => {
    const accounts = run(await open());
    const ada = await accounts.signUp();
    const wrong = { code: 'invalid_fields', errors: [{ field: 'currentPassword', code: 'wrong_password' }] };
    await expect(accounts.ask(ada, newEmail, 'wrong 1')).rejects.toMatchObject(wrong);
    const same = { code: 'invalid_fields', errors: [{ field: 'email', code: 'email_taken' }] };
    await expect(accounts.ask(ada, 'ADA@example.org')).rejects.toMatchObject(same);
    accounts.exhausted.add('passwordByUser');
    expect(await outcomeOf(accounts.ask(ada))).toBe('too_many_requests');
    expect(await accounts.changes()).toEqual([]);
    expect(await accounts.events()).toEqual(['signup', 'email_change_failed']);
  });

  test('to an address that has an account is answered the same, and comes to nothing', async () => {
    const accounts = run(await open());
    const [ada, eva] = [await accounts.join(), await accounts.join('eva@example.org')];
    await accounts.clear();
    await accounts.ask(ada, 'eva@example.org');
    await accounts.ask(ada, 'nobody@example.org');
    const asked = { template: 'confirm_email', userId: ada.user.id, cause: expect.anything() as unknown };
    expect(await accounts.mails()).toEqual((await accounts.changes()).map((changeId) => ({ ...asked, changeId })));
    // As if the address had been free when its email was sent.
    await accounts.ask(ada, 'eva@example.org');
    expect(await outcomeOf(accounts.confirm(await accounts.link(ada, 'confirm_email'), ada))).toBe('link_over');
    expect([await accounts.emailOf(ada), await accounts.emailOf(eva)]).toEqual([defaultEmail, 'eva@example.org']);
  });

  test('that was asked for first is over once there is a second one', async () => {
    const accounts = run(await open());
    const ada = await accounts.join();
    await accounts.ask(ada, 'first@example.org');
    const first = await accounts.link(ada, 'confirm_email');
    await accounts.ask(ada, 'second@example.org');
    expect(await outcomeOf(accounts.confirm(first))).toBe('link_over');
    await accounts.confirm(await accounts.link(ada, 'confirm_email'), ada);
    expect(await accounts.emailOf(ada)).toBe('second@example.org');
  });

  test('of two accounts to one address at once is made by one of them', async () => {
    const accounts = run(await open());
    const members = [await accounts.join(), await accounts.join('eva@example.org')];
    const links = [];
    for (const member of members) {
      await accounts.ask(member);
      links.push(await accounts.link(member, 'confirm_email'));
    }
    const outcomes = await Promise.all(links.map((link, at) => outcomeOf(accounts.confirm(link, members[at]))));
    expect(countEach(outcomes)).toEqual({ done: 1, link_over: 1 });
  });

  test('is over with a new password, and 72 hours after it was asked for', async () => {
    const database = await open();
    const accounts = run(database);
    const ada = await accounts.join();
    await accounts.ask(ada);
    const late = await accounts.link(ada, 'confirm_email');
    const earlier = database.knex.raw(`expires_at - interval '72 hours'`);
    await database.knex('one_time_tokens').update({ expires_at: earlier });
    expect(await outcomeOf(accounts.confirm(late))).toBe('link_over');
    await accounts.ask(ada);
    const link = await accounts.link(ada, 'confirm_email');
    await accounts.call(changePassword, { as: ada, body: { currentPassword: password, password: 'calmer nights 2' } });
    expect(await outcomeOf(accounts.confirm(link))).toBe('link_over');
    expect(await accounts.emailOf(ada)).toBe(defaultEmail);
  });

  test('makes links to the old address useless', async () => {
    const accounts = run(await open());
    const ada = await accounts.join();
    const reset = { userId: ada.user.id, token: await accounts.tokenOf(ada.user.id, 'reset_password') };
    await accounts.change(ada);
    expect(await outcomeOf(accounts.undo(reset))).toBe('link_expired');
  });
});

describePostgres('the link to a new address', (open) => {
  test('leads nobody into an account that is not theirs: it counts only from a log-in of that account', async () => {
    const accounts = run(await open());
    const [ada, eva] = [await accounts.join(), await accounts.join('eva@example.org')];
    await accounts.ask(ada);
    const link = await accounts.link(ada, 'confirm_email');
    await accounts.clear();
    expect(await outcomeOf(accounts.confirm(link))).toBe('not_signed_in');
    expect(await outcomeOf(accounts.confirm(link, eva))).toBe('other_account');
    expect(await accounts.emailOf(ada)).toBe(defaultEmail);
    expect(await accounts.mails()).toEqual([]);
    expect(await outcomeOf(accounts.confirm({ ...link, token: 'made up' }))).toBe('link_invalid');
  });

  test('ends all other log-ins, also the one that asked', async () => {
    const accounts = run(await open());
    const ada = await accounts.join();
    await accounts.ask(ada);
    const phone = { ...ada, ...(await accounts.logIn()) };
    await accounts.confirm(await accounts.link(ada, 'confirm_email'), phone);
    expect(await accounts.emailOf(phone)).toBe(newEmail);
    expect(await outcomeOf(accounts.authenticate(ada.accessToken))).toBe('not_signed_in');
  });

  test('is harmless once it was followed, to anybody', async () => {
    const accounts = run(await open());
    const ada = await accounts.join();
    await accounts.ask(ada);
    const link = await accounts.link(ada, 'confirm_email');
    await accounts.confirm(link, ada);
    expect(await outcomeOf(accounts.confirm(link))).toBe('done');
  });
});

describePostgres('while a change of email can be undone, the old address', (open) => {
  test('learns of new passwords and of further changes, and can still be put back after them', async () => {
    const accounts = run(await open());
    const ada = await accounts.join();
    const undo = await accounts.change(ada);
    const [first] = await accounts.changes();
    const userId = ada.user.id;
    await accounts.clear();
    await accounts.call(changePassword, { as: ada, body: { currentPassword: password, password: 'calmer nights 2' } });
    const told = [
      { template: 'password_changed', userId },
      { template: 'password_changed', userId, changeId: first },
    ];
    expect(await accounts.mails()).toEqual(told);

    await accounts.clear();
    const params = { userId, token: await accounts.tokenOf(userId, 'reset_password') };
    await accounts.call(finishReset, { params, body: { password: 'calmer nights 3' } });
    expect(await accounts.mails()).toEqual(told);

    const thief = { ...ada, ...(await accounts.logIn(newEmail, 'calmer nights 3')) };
    await accounts.ask(thief, 'further@example.org', 'calmer nights 3');
    const further = await accounts.link(thief, 'confirm_email');
    await accounts.clear();
    await accounts.confirm(further, thief);
    const [, second] = await accounts.changes();
    const changed = { template: 'email_changed', userId };
    expect((await accounts.mails()).filter((mail) => mail.template === 'email_changed')).toEqual([
      { ...changed, changeId: first },
      { ...changed, changeId: second },
    ]);

    await accounts.undo(undo, 'calmer nights 4');
    await accounts.logIn(defaultEmail, 'calmer nights 4');
  });

  test('learns of an undo from a later address; afterwards of nothing more', async () => {
    const accounts = run(await open());
    const ada = await accounts.join();
    const first = await accounts.change(ada);
    const second = await accounts.change(ada, 'further@example.org');
    const [firstId, secondId] = await accounts.changes();
    const userId = ada.user.id;
    await accounts.clear();
    await accounts.undo(second);
    const email = { template: 'email_change_undone', userId };
    expect((await accounts.mails()).slice(1)).toEqual([
      email,
      { ...email, changeId: firstId },
      { ...email, changeId: secondId },
    ]);
    await accounts.undo(first, 'calmer nights 3');
    await accounts.clear();
    const params = { userId, token: await accounts.tokenOf(userId, 'reset_password') };
    await accounts.call(finishReset, { params, body: { password: 'calmer nights 4' } });
    expect(await accounts.mails()).toEqual([{ template: 'password_changed', userId }]);
  });
});

const services = (database: Database) => ({
  database,
  enqueueEmail,
  updateCustomer: enqueueCustomerUpdate,
  passwords: createPasswords({ permits: 1 }),
});

describePostgres('support', (open) => {
  test('closes an undo: its link no longer works, and the old address is free', async () => {
    const database = await open();
    const accounts = run(database);
    const ada = await accounts.join();
    const undo = await accounts.change(ada);
    expect(await cancelUndo(services(database), ada.user.id)).toBe('closed');
    expect(await outcomeOf(accounts.undo(undo))).toBe('link_over');
    expect(await accounts.emailOf(ada)).toBe(newEmail);
    expect((await accounts.signUp()).user.email).toBe(defaultEmail);
    expect(await cancelUndo(services(database), ada.user.id)).toBe('none');
  });

  test('takes back one that was made: no log-in, no link and no password of the other side works any more', async () => {
    const database = await open();
    const accounts = run(database);
    const ada = await accounts.join();
    const undo = await accounts.change(ada);
    await accounts.undo(undo, 'a thief chose 1');
    const thief = await accounts.logIn(defaultEmail, 'a thief chose 1');
    const reset = { userId: ada.user.id, token: await accounts.tokenOf(ada.user.id, 'reset_password') };
    await accounts.clear();
    expect(await cancelUndo(services(database), ada.user.id)).toBe('reverted');
    expect(await outcomeOf(accounts.authenticate(thief.accessToken))).toBe('not_signed_in');
    for (const email of [defaultEmail, newEmail])
      expect(await outcomeOf(accounts.logIn(email, 'a thief chose 1'))).toBe('wrong_credentials');
    expect(await outcomeOf(accounts.undo(undo))).toBe('link_over');
    expect(await outcomeOf(accounts.undo(reset))).toBe('link_expired');
    expect(await accounts.mails()).toEqual([{ template: 'reset_password', email: newEmail }, { userId: ada.user.id }]);
    const params = { userId: ada.user.id, token: await accounts.tokenOf(ada.user.id, 'reset_password') };
    await accounts.call(finishReset, { params, body: { password: 'calmer nights 2' } });
    await accounts.logIn(newEmail, 'calmer nights 2');
  });
});

describePostgres('a change of email that was not the owner’s', (open) => {
  test('is undone with a new password, which ends every log-in and all later changes', async () => {
    const accounts = run(await open());
    const ada = await accounts.join();
    const undo = await accounts.change(ada);
    const further = await accounts.change(ada, 'further@example.org');
    const changes = await accounts.changes();
    await accounts.clear();
    await accounts.undo(undo);
    expect(await outcomeOf(accounts.authenticate(ada.accessToken))).toBe('not_signed_in');
    await accounts.logIn(defaultEmail, 'calmer nights 2');
    for (const link of [undo, further]) expect(await outcomeOf(accounts.undo(link))).toBe('link_over');
    expect(await outcomeOf(accounts.logIn('further@example.org', 'calmer nights 2'))).toBe('wrong_credentials');
    expect(await accounts.mails()).toEqual([
      { userId: ada.user.id },
      { template: 'email_change_undone', userId: ada.user.id },
      ...changes.map((changeId) => ({ template: 'email_change_undone', userId: ada.user.id, changeId })),
    ]);
  });

  test('keeps its old address from others for 7 days; after that, it cannot be undone', async () => {
    const database = await open();
    const accounts = run(database);
    const [ada, eva] = [await accounts.join(), await accounts.join('eva@example.org')];
    const undo = await accounts.change(ada);
    expect(await outcomeOf(accounts.signUp())).toBe('email_taken');
    await accounts.ask(eva, defaultEmail);
    expect(await outcomeOf(accounts.confirm(await accounts.link(eva, 'confirm_email'), eva))).toBe('link_over');
    await database.knex('email_changes').update({ undo_until: database.knex.raw(`undo_until - interval '7 days'`) });
    expect(await outcomeOf(accounts.undo(undo))).toBe('link_over');
    // No password is looked at for it.
    expect(await outcomeOf(accounts.undo(undo, `${defaultEmail}1`))).toBe('link_over');
    expect((await accounts.signUp()).user.email).toBe(defaultEmail);
    expect(await accounts.emailOf(ada)).toBe(newEmail);
  });

  test('is not undone by an address that was never verified', async () => {
    const accounts = run(await open());
    const ada = await accounts.signUp();
    const undo = await accounts.change(ada);
    expect(await outcomeOf(accounts.undo(undo))).toBe('link_over');
    expect(await accounts.call(me, { as: ada })).toMatchObject({ email: newEmail, emailVerified: true });
    expect((await accounts.mails()).map((mail) => mail.template).filter(Boolean)).toEqual([
      'verify_email',
      'confirm_email',
      'email_changed',
      'welcome',
    ]);
    expect((await accounts.signUp()).user.email).toBe(defaultEmail);
  });

  test('and a removal after it are mailed to everyone who could have undone it', async () => {
    const database = await open();
    const accounts = run(database);
    const ada = await accounts.join();
    await accounts.change(ada);
    const undo = await accounts.change(ada, 'further@example.org');
    await accounts.clear();
    await accounts.call(remove, { as: ada, body: { password } });
    const told = (await accounts.mails()).flatMap((mail) => (mail.template === 'account_removed' ? [mail.to] : []));
    expect(told).toEqual(['further@example.org', defaultEmail, newEmail]);
    expect(await outcomeOf(accounts.undo(undo))).toBe('link_invalid');
    expect((await accounts.signUp()).user.email).toBe(defaultEmail);
  });

  test('does not take a guessable password, and stays to be undone then', async () => {
    const accounts = run(await open());
    const ada = await accounts.join();
    const undo = await accounts.change(ada);
    expect(await outcomeOf(accounts.undo(undo, `${defaultEmail}1`))).toBe('invalid_fields');
    expect(await accounts.emailOf(ada)).toBe(newEmail);
    const tries = Array.from({ length: 4 }, () => outcomeOf(accounts.undo(undo)));
    expect(countEach(await Promise.all(tries))).toEqual({ done: 1, link_over: 3 });
  });
});
