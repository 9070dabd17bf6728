import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDevelopmentTransport } from '../../api/emails/development-transport.ts';
import { enqueueEmail } from '../../api/emails/requests.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { createLog } from '../../api/platform/log.ts';
import { createSupport } from '../../scripts/members/commands.ts';
import { readMemberCommand } from '../../scripts/members/read-command.ts';
import { UsageError } from '../../scripts/terminal.ts';
import { runAccounts } from './running-accounts.ts';
import { keys, startMailing, until } from '../emails/mailing.ts';
import { describePostgres } from '../harness/databases.ts';
import { openShop } from '../payments/sync/shop.ts';
import { runStandIn, type RunningStandIn } from '../stripe-stand-in/running-stand-in.ts';

let standIn: RunningStandIn;
beforeAll(async () => void (standIn = await runStandIn()));
afterAll(() => standIn.stop());

function openSupport(database: Database) {
  const shop = openShop(database, standIn);
  const support = createSupport({ database, stripe: shop.stripe, isLive: () => false, keys, log: createLog('silent') });
  /** Runs a command as it is typed; resolves to what it prints. */
  const run = async (...args: readonly string[]) => {
    const command = readMemberCommand([...args, '--why', 'asked by mail'], 'eva');
    if (command.kind === 'help') throw new Error('That asks for help');
    const { lines, ok } = await support.run(command);
    return `${ok ? '' : 'refused: '}${lines.join('\n')}`;
  };
  const log = async () => {
    const rows = database.knex('audit_log').where({ action: 'support' }).orderBy('id');
    return rows.select<{ user_id: string | null; details: object }[]>('user_id', 'details');
  };
  /** Somebody who has bought Basic. */
  const addMember = async () => {
    const customer = await shop.addCustomer();
    const { paymentId, checkoutId } = await shop.buy(customer, 'basic');
    await shop.sync.user(customer.userId);
    const { email } = await database.knex('users').where({ id: customer.userId }).first<{ email: string }>('email');
    return { ...customer, email, paymentId, checkoutId };
  };
  /** Somebody who has paid Basic for a second month, by the invoice `newest`. */
  const addRenewed = async () => {
    const start = Math.floor(Date.now() / 1_000);
    const clock = await standIn.createClock(start);
    const customer = await shop.addCustomer({ clock: clock.id });
    const { paymentId } = await shop.buy(customer, 'basic');
    await standIn.advance(clock.id, start + 32 * 86_400);
    await shop.sync.user(customer.userId);
    const [, newest] = await database.knex('payments').orderBy('paid_at').pluck<string[]>('invoice_id');
    return { customer, paymentId, newest: newest! };
  };
  return { shop, run, log, addMember, addRenewed };
}

describePostgres('the members command', (open) => {
  test('finds an account by whatever names it, and writes each look down, also one that finds nothing', async () => {
    const database = await open();
    const { shop, run, log, addMember } = openSupport(database);
    const member = await addMember();
    const { invoice_id: invoice, payment_intent_id: intent } = await database.knex('payments').first('*');
    const { number } = await standIn.stripe.invoices.retrieve(invoice);
    const subscription = (await shop.subscriptionOf(member)).id;
    const names = [member.email.toUpperCase(), member.userId, member.stripeId, member.paymentId, member.checkoutId];
    const { latest_charge: charge } = await standIn.stripe.paymentIntents.retrieve(intent);
    const refund = await standIn.stripe.refunds.create({ payment_intent: intent, amount: 100 });
    for (const name of [...names, invoice, intent, number, subscription, charge as string, refund.id])
      expect(await run('find', name)).toBe(`${member.userId}  ${member.email}`);
    for (const name of ['nobody@example.org', 'cus_nobody', 'ch_nobody', 'dp_nobody', 'NUMBER-1', "' OR 1=1"])
      expect(await run('find', name)).toBe('refused: There is no such account or payment.');
    const entry = { details: { command: 'find', by: 'eva', why: 'asked by mail' } };
    expect(await log()).toEqual([
      ...Array.from({ length: 11 }, () => ({ ...entry, user_id: member.userId })),
      ...Array.from({ length: 6 }, () => ({ ...entry, user_id: null })),
    ]);
  });

  test('finds an account by the email that it had; by one that several had, it asks which', async () => {
    const database = await open();
    const { run, log, addMember } = openSupport(database);
    const [member, other] = [await addMember(), await addMember()];
    const change = {
      login_id: member.userId,
      auth_generation: 0,
      new_email: 'new@example.org',
      confirmed_at: new Date(),
    };
    const changed = { ...change, old_email: 'old@example.org' };
    await database.knex('email_changes').insert([1, 2].map(() => ({ ...changed, user_id: member.userId })));
    expect(await run('find', 'Old@example.org')).toBe(`${member.userId}  ${member.email}`);
    await database.knex('email_changes').insert({ ...changed, user_id: other.userId });
    const several = await run('remove', 'old@example.org');
    expect(several).toMatch(/^refused: Several accounts had it, name one by its id: /);
    for (const { userId } of [member, other]) expect(several).toContain(userId);
    await database.knex('users').where({ id: other.userId }).update({ email: 'old@example.org' });
    expect(await run('find', 'old@example.org')).toBe(`${other.userId}  old@example.org`);
    expect((await log()).map((entry) => entry.user_id)).toEqual([member.userId, null, other.userId]);
  });

  test('shows addresses at international domains as their owners write them', async () => {
    const database = await open();
    const { run, addMember } = openSupport(database);
    const { userId } = await addMember();
    await database.knex('users').where({ id: userId }).update({ email: 'ana@xn--espaa-rta.example' });
    const change = { user_id: userId, login_id: userId, auth_generation: 0, new_email: 'ana@xn--espaa-rta.example' };
    await database.knex('email_changes').insert({ ...change, old_email: 'ana@xn--maana-pta.example' });
    expect(await run('find', 'ana@españa.example')).toBe(`${userId}  ana@españa.example`);
    expect(await run('show', userId)).toContain('from ana@mañana.example, to ana@españa.example');
  });

  test('shows access and why, payments and emails, but no link of them', async () => {
    const database = await open();
    const { run, addMember } = openSupport(database);
    const member = await addMember();
    startMailing(database, createDevelopmentTransport(database));
    await enqueueEmail(database.knex, { template: 'reset_password', email: member.email });
    await until(async () => expect(await database.knex('jobs').where({ kind: 'mail' })).toEqual([]));
    const shown = await run('show', member.email);
    expect(shown).toMatch(/Access, and why\n {2}from subscription, of sub_/);
    expect(shown).toMatch(/plan basic, kind purchase, status succeeded, amount 19\.00 USD/);
    expect(shown).toMatch(/email payment_receipt, sent /);
    expect(shown).toMatch(/email reset_password, sent /);
    expect(shown).toMatch(/command show, by eva, why asked by mail/);
    expect(shown).not.toMatch(/https?:|reset-password|argon|secret/);
  });

  test('closes an undo of a change of email, and takes one back that was made', async () => {
    const database = await open();
    const { run, addMember } = openSupport(database);
    const { userId, email } = await addMember();
    await database.knex('email_changes').delete();
    expect(await run('cancel-undo', email)).toMatch(/^refused: No change of its email can be undone/);
    const undoUntil = new Date(Date.now() + 86_400_000);
    const change = { user_id: userId, login_id: userId, auth_generation: 0, confirmed_at: new Date() };
    const addresses = { old_email: email, new_email: 'new@example.org' };
    await database.knex('email_changes').insert({ ...change, ...addresses, undo_until: undoUntil });
    await database.knex('users').where({ id: userId }).update({ email: 'new@example.org' });
    expect(await run('show', userId)).toMatch(/can be undone until /);
    expect(await run('cancel-undo', userId)).toMatch(/^No change of its email can be undone any more/);
    expect(await run('show', userId)).not.toMatch(/can be undone until /);
    await database.knex('email_changes').update({ undone_at: new Date() });
    await database.knex('users').where({ id: userId }).update({ email });
    expect(await run('cancel-undo', userId)).toMatch(/^The change of email that was undone counts again/);
    expect(await run('find', 'new@example.org')).toBe(`${userId}  new@example.org`);
    await database.knex('email_changes').update({ undone_at: new Date() });
    await database.knex('users').where({ id: userId }).update({ email });
    const other = await addMember();
    await database.knex('users').where({ id: other.userId }).update({ email: 'new@example.org' });
    expect(await run('cancel-undo', userId)).toMatch(/^refused: Another account has the address/);
    expect(await run('find', userId)).toBe(`${userId}  ${email}`);
  });

  test('sends an email again with a new link, once for each time it is asked, and only to its own account', async () => {
    const database = await open();
    const { run, addMember } = openSupport(database);
    const [member, other] = [await addMember(), await addMember()];
    const sent = { id: 'job', user_id: member.userId, request: { template: 'welcome', userId: member.userId } };
    await database.knex('sent_emails').insert(sent);
    expect(await run('resend', other.email, '--mail', 'job')).toMatch(/^refused: This account was not sent/);
    await database.knex('jobs').delete();
    expect(await run('resend', member.email, '--mail', 'job')).toMatch(/^It is sent again/);
    expect(await database.knex('jobs').pluck('payload')).toEqual([sent.request]);
  });

  test('sends a link for a new password again to the address that the account has now', async () => {
    const database = await open();
    const { run, addMember } = openSupport(database);
    const [member, other] = [await addMember(), await addMember()];
    // The account had the address that the other one has now.
    const request = { template: 'reset_password', email: other.email };
    await database.knex('sent_emails').insert({ id: 'job', user_id: member.userId, request });
    await database.knex('jobs').delete();
    await run('resend', member.userId, '--mail', 'job');
    expect(await database.knex('jobs').pluck('payload')).toEqual([{ ...request, email: member.email }]);
  });

  test('writes down what was given, sent or given back', async () => {
    const database = await open();
    const { run, log, addMember } = openSupport(database);
    const member = await addMember();
    await run('grant', member.email, '--days', '3');
    await run('resend', member.email, '--mail', 'job');
    await run('refund', member.checkoutId);
    const order = { by: 'eva', why: 'asked by mail' };
    expect((await log()).map(({ details }) => details)).toEqual([
      { ...order, command: 'grant', days: 3 },
      { ...order, command: 'resend', mail: 'job' },
      { ...order, command: 'refund', payment: member.paymentId },
    ]);
    const shown = await run('show', member.email);
    expect(shown).toMatch(/command grant, days 3, by eva, why asked by mail/);
    expect(shown).toContain(`command refund, payment ${member.paymentId}, by eva`);
  });

  test('gives access for some days beside what is paid for', async () => {
    const database = await open();
    const { shop, run, addMember } = openSupport(database);
    const member = await addMember();
    await run('grant', member.email, '--days', '60');
    await shop.sync.user(member.userId);
    expect(await shop.grants(member)).toEqual(['subscription', 'support']);
    const { rows } = await database.knex.raw('SELECT access_to FROM access_of(?)', [member.userId]);
    const days = (rows[0].access_to.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(59);
    expect(days).toBeLessThan(61);
  });

  test('gives a payment back, once, and needs to know which', async () => {
    const database = await open();
    const { shop, run, addMember } = openSupport(database);
    const member = await addMember();
    expect(await run('refund', member.email)).toMatch(/^refused: Name the payment/);
    const { invoice_id: invoice } = await database.knex('payments').first('invoice_id');
    await standIn.stripe.creditNotes.create({ invoice, credit_amount: 500 });
    const gift = { amount: -200, currency: 'usd' };
    await standIn.stripe.customers.createBalanceTransaction(member.stripeId, gift);
    expect(await run('refund', member.paymentId)).toMatch(/^The payment is given back/);
    expect(await standIn.stripe.customers.retrieve(member.stripeId)).toMatchObject({ balance: -200 });
    expect(await run('refund', member.paymentId)).toMatch(/^refused: This payment was not made, or was given back/);
    expect(await shop.payments(member)).toEqual(['purchase refunded']);
    expect(await shop.subscriptions(member)).toEqual(['canceled']);
    expect(await shop.emails(member)).toContain('refund_done');
  });

  test('gives back the rest of a payment of which a part was given back', async () => {
    const database = await open();
    const { shop, run, addMember } = openSupport(database);
    const member = await addMember();
    const { id: charge } = await shop.lastCharge(member);
    await standIn.stripe.refunds.create({ charge, amount: 500 });
    expect(await run('refund', member.paymentId)).toMatch(/^The payment is given back/);
    expect(await standIn.stripe.charges.retrieve(charge)).toMatchObject({ refunded: true });
    expect(await shop.subscriptions(member)).toEqual(['canceled']);
  });

  test('closes a page first that takes the rest of the plan off the price of Lifetime', async () => {
    const database = await open();
    const { shop, run, addMember } = openSupport(database);
    const member = await addMember();
    const { checkoutId } = await shop.begin(member, 'lifetime');
    expect(await run('refund', member.paymentId)).toMatch(/^The payment is given back/);
    expect(await standIn.stripe.checkout.sessions.retrieve(checkoutId)).toMatchObject({ status: 'expired' });
  });

  test('gives nothing back twice, nor credit, of a payment that was given back meanwhile', async () => {
    const database = await open();
    const { shop, run, addMember } = openSupport(database);
    const member = await addMember();
    const { invoice_id: invoice, payment_intent_id: intent } = await database.knex('payments').first('*');
    await standIn.stripe.creditNotes.create({ invoice, credit_amount: 500 });
    const outcomes = await Promise.all([1, 2, 3].map(() => run('refund', member.paymentId)));
    expect(outcomes.filter((outcome) => outcome.startsWith('The payment is given back'))).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.startsWith('refused: '))).toHaveLength(2);
    expect(await standIn.stripe.customers.retrieve(member.stripeId)).toMatchObject({ balance: 0 });
    expect((await standIn.stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(1);
    expect(await shop.payments(member)).toEqual(['purchase refunded']);
  });

  test('says that Stripe refuses to give a payment back, and leaves the credit that was to go with it', async () => {
    const database = await open();
    const { shop, run, addMember } = openSupport(database);
    const member = await addMember();
    const { invoice_id: invoice } = await database.knex('payments').first('invoice_id');
    await standIn.stripe.creditNotes.create({ invoice, credit_amount: 500 });
    const { id: charge } = await shop.lastCharge(member);
    const { refunds } = standIn.stripe;
    const create = refunds.create.bind(refunds);
    const disputing = vi.spyOn(refunds, 'create').mockImplementationOnce(async (params) => {
      await standIn.dispute(charge);
      return create(params);
    });
    onTestFinished(() => disputing.mockRestore());
    expect(await run('refund', member.paymentId)).toMatch(/^refused: Stripe doesn't give this payment back: /);
    expect(await standIn.stripe.customers.retrieve(member.stripeId)).toMatchObject({ balance: -500 });
    expect(await shop.subscriptions(member)).toEqual(['active']);
  });

  test('gives a plan back after the Lifetime that it made cheaper, not before', async () => {
    const database = await open();
    const { shop, run, addMember } = openSupport(database);
    const member = await addMember();
    const lifetime = await shop.buy(member, 'lifetime');
    await shop.sync.user(member.userId);
    expect(await run('refund', member.paymentId)).toMatch(/^refused: What was left of this plan came off/);
    for (const id of [lifetime.paymentId, member.paymentId])
      expect(await run('refund', id)).toMatch(/^The payment is given back/);
    expect(await shop.payments(member)).toEqual(['purchase refunded', 'purchase refunded']);
  });

  test('gives a payment of an earlier period back, and leaves the plan that was paid for again', async () => {
    const { shop, run, addRenewed } = openSupport(await open());
    const { customer, paymentId, newest } = await addRenewed();
    await standIn.stripe.creditNotes.create({ invoice: newest, credit_amount: 500 });
    expect(await run('refund', paymentId)).toMatch(/^The payment is given back, and the plan goes on/);
    expect(await shop.payments(customer)).toEqual(['purchase refunded', 'renewal succeeded']);
    expect([await shop.subscriptions(customer), await shop.grants(customer)]).toEqual([['active'], ['subscription']]);
    const balance = async () =>
      ((await standIn.stripe.customers.retrieve(customer.stripeId)) as { balance: number }).balance;
    expect(await balance()).toBe(-500);
    expect(await run('refund', newest)).toMatch(/^The payment is given back, and what it paid for has ended/);
    expect([await shop.subscriptions(customer), await balance()]).toEqual([['canceled'], 0]);
  });

  test('says that a plan has ended, whichever of its payments is given back first', async () => {
    const { run, addRenewed } = openSupport(await open());
    const { paymentId, newest } = await addRenewed();
    for (const id of [newest, paymentId])
      expect(await run('refund', id)).toMatch(/^The payment is given back, and what it paid for has ended/);
  });

  test('gives a change of plan back before what was left of the payment that it came off', async () => {
    const database = await open();
    const { shop, run } = openSupport(database);
    const start = Math.floor(Date.now() / 1_000);
    const clock = await standIn.createClock(start);
    const member = await shop.addCustomer({ clock: clock.id });
    const { paymentId } = await shop.buy(member, 'basic');
    await shop.change(member, 'three_months'); // in the same second
    await standIn.advance(clock.id, start + 86_400);
    const first = await run('refund', paymentId);
    const [change] = await database.knex('payments').where({ kind: 'renewal' }).pluck<string[]>('id');
    expect(first).toBe(`refused: What was left of it paid for another plan: give that payment back first, ${change}.`);
    expect(await shop.subscriptions(member)).toEqual(['active']);
    for (const id of [change!, paymentId])
      expect(await run('refund', id)).toMatch(/^The payment is given back, and what it paid for has ended/);
    expect(await shop.subscriptions(member)).toEqual(['canceled']);
  });

  test('ends a plan whose renewal has failed with the last month that was paid', async () => {
    const database = await open();
    const { shop, run } = openSupport(database);
    const start = Math.floor(Date.now() / 1_000);
    const clock = await standIn.createClock(start);
    const customer = await shop.addCustomer({ clock: clock.id });
    const { paymentId, checkoutId } = await shop.begin(customer, 'basic');
    await standIn.pay(checkoutId, 'failsLater');
    await standIn.advance(clock.id, start + 32 * 86_400);
    await shop.sync.user(customer.userId);
    expect(await shop.subscriptions(customer)).toEqual(['past_due']);
    expect(await run('refund', paymentId)).toMatch(/^The payment is given back, and what it paid for has ended/);
    expect(await shop.subscriptions(customer)).toEqual(['canceled']);
    expect(await shop.emails(customer)).toEqual(['payment_failed', 'payment_receipt', 'refund_done']);
  });

  test('gives no plan back for which a Lifetime was paid that was not heard of yet', async () => {
    const { shop, run, addMember } = openSupport(await open());
    const member = await addMember();
    await shop.buy(member, 'lifetime');
    expect(await run('refund', member.paymentId)).toMatch(/^refused: What was left of this plan came off/);
  });

  test('logs a member out everywhere, and removes the account with all that runs', async () => {
    const database = await open();
    const { shop, run, addMember } = openSupport(database);
    const member = await addMember();
    const accounts = runAccounts(database);
    const { accessToken, user } = await accounts.signUp();
    await run('log-out', user.id);
    await expect(accounts.authenticate(accessToken)).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(await run('remove', member.email)).toBe('The account is removed.');
    await shop.workOff();
    expect(await shop.subscriptions(member)).toEqual(['canceled']);
    expect(await run('find', member.userId)).toMatch(/removed on \d/);
    for (const args of [
      ['remove', member.userId],
      ['grant', member.userId, '--days', '9'],
    ])
      expect(await run(...args)).toMatch(/^refused: The account is removed/);
    expect(await shop.grants(member)).not.toContain('support');
  });
});

describe('what is typed', () => {
  test('says who does it, or the machine does', () => {
    const order = { kind: 'show', target: 'a@b.example', why: 'asked' };
    expect(readMemberCommand(['show', 'a@b.example', '--why', 'asked'], 'eva')).toEqual({ ...order, by: 'eva' });
    expect(readMemberCommand(['show', 'a@b.example', '--why', 'asked', '--by', 'Ana'], 'eva')).toEqual({
      ...order,
      by: 'Ana',
    });
    expect(readMemberCommand(['--help'], null)).toEqual({ kind: 'help' });
    expect(() => readMemberCommand(['show', 'a@b.example', '--why', 'asked'], null)).toThrow(/--by/);
  });

  test.each([
    [[]],
    [['show', 'a@b.example']],
    [['show', 'a@b.example', '--why', ' ']],
    [['show', '--why', 'asked']],
    [['show', 'a@b.example', 'c@d.example', '--why', 'asked']],
    [['erase', 'a@b.example', '--why', 'asked']],
    [['grant', 'a@b.example', '--why', 'asked']],
    [['grant', 'a@b.example', '--why', 'asked', '--days', '9999']],
    [['show', 'a@b.example', '--why', 'asked', '--days', '9']],
    [['resend', 'a@b.example', '--why', 'asked']],
    [['show', 'a@b.example', '--why', 'asked', '--all']],
  ])('is refused where it is unclear: %j', (args) => {
    expect(() => readMemberCommand(args, 'eva')).toThrow(UsageError);
  });
});
