import { expect, test } from 'vitest';
import type { PlanId } from '../../../schemas/api/payments.ts';
import type { User } from '../../../schemas/api/values.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import { describePostgres } from '../../harness/databases.ts';
import { outcomeOf } from '../../accounts/running-accounts.ts';
import { cardOf } from '../../stripe-stand-in/running-stand-in.ts';
import { addMember, runPayments } from './running-payments.ts';
import { startStripe } from './stripe-front.ts';

const ownCard = cardOf('good');
const otherCard = { ...ownCard, expYear: 2091 };

/** A shop where somebody was given back a first payment by an account, with `ownCard`. */
async function startShop(database: Database) {
  const stripe = await startStripe();
  const payments = runPayments(database, stripe);
  const join = async (email: string, plan: PlanId, card = otherCard) => {
    const user = await addMember(database, email);
    return { user, id: await payments.purchase(user, plan, { card }) };
  };
  const offered = async (user: User, of: string) => {
    const found = (await payments.list(user)).payments.find(({ id }) => id === of);
    return found?.refundableUntil !== null;
  };
  const { user: ada, id } = await join('ada.lovelace@gmail.com', 'basic', ownCard);
  await payments.refund(ada, id);
  return { stripe, payments, ada, join, offered };
}

/** As the removal of an account leaves it, so many seconds later. */
async function remove({ knex }: Database, { id }: User, seconds = 0): Promise<void> {
  const deletedAt = new Date(Date.now() + seconds * 1_000);
  const erased = { email: null, password_hash: null, email_verified_at: null, first_name: '', deleted_at: deletedAt };
  await knex('users').where({ id }).update(erased);
}

describePostgres('the guarantee, which is once a person,', (open) => {
  test('is not offered to an account of the same mailbox, and refused with the reason', async () => {
    const { payments, join, offered } = await startShop(await open());
    const { user, id } = await join('adalovelace+again@googlemail.com', 'three_months');
    expect(await offered(user, id)).toBe(false);
    expect(await outcomeOf(payments.refund(user, id))).toBe('guarantee_used');
    expect(await payments.list(user)).toMatchObject({
      payments: [{ status: 'succeeded', refundedAmount: 0 }],
      subscriptions: [{ status: 'active' }],
    });
  });

  test('is refused to somebody who paid with the same card, also where the account before was removed', async () => {
    const database = await open();
    const { payments, ada, join } = await startShop(database);
    await remove(database, ada, 2);
    const { user, id } = await join('eva@example.org', 'basic', ownCard);
    expect(await outcomeOf(payments.refund(user, id))).toBe('guarantee_used');
    expect((await payments.list(user)).payments).toMatchObject([{ status: 'succeeded', refundedAmount: 0 }]);
  });

  test('is for everybody else, and for the mailbox of an account that was removed', async () => {
    const database = await open();
    const { payments, ada, join, offered } = await startShop(database);
    const eva = await join('eva@example.org', 'basic');
    expect(await payments.refund(eva.user, eva.id)).toMatchObject({ status: 'refunded' });
    await remove(database, ada);
    const again = await join('ada.lovelace@gmail.com', 'basic', { ...ownCard, expYear: 2092 });
    expect(await offered(again.user, again.id)).toBe(true);
    expect(await payments.refund(again.user, again.id)).toMatchObject({ status: 'refunded' });
  });

  test('covers a switch to Lifetime besides the first payment, once as well', async () => {
    const { payments, join, offered } = await startShop(await open());
    const { user, id } = await join('adalovelace@gmail.com', 'basic');
    const lifetime = await payments.purchase(user, 'lifetime', { card: otherCard });
    expect([await offered(user, id), await offered(user, lifetime)]).toEqual([false, true]);
    expect(await payments.refund(user, lifetime)).toMatchObject({ status: 'refunded' });
    const eva = await join('eva@example.org', 'basic', otherCard);
    const second = await payments.purchase(eva.user, 'lifetime', { card: otherCard });
    expect(await outcomeOf(payments.refund(eva.user, second))).toBe('guarantee_used');
  });

  test('is used by what support gave back in its time, and not by what it gave back later or in part', async () => {
    const database = await open();
    const { stripe, payments, join, offered } = await startShop(database);
    const givenBack = async (email: string, { amount, daysAgo = 0 }: { amount?: number; daysAgo?: number }) => {
      const { user, id } = await join(email, 'basic', { ...ownCard, expYear: 2093 + daysAgo });
      const payment = database.knex('payments').where({ id });
      const { payment_intent_id: payment_intent } = await payment.clone().first<{ payment_intent_id: string }>();
      await stripe.client.refunds.create({ payment_intent, ...(amount && { amount }) });
      await payments.sync.user(user.id);
      await payment.update({ paid_at: new Date(Date.now() - daysAgo * 86_400_000) });
    };
    await givenBack('bea@example.org', {});
    await givenBack('cai@example.org', { daysAgo: 15 });
    await givenBack('dan@example.org', { amount: 500 });
    for (const [email, isOffered] of [
      ['bea+2@example.org', false],
      ['cai+2@example.org', true],
      ['dan+2@example.org', true],
    ] as const) {
      const { user, id } = await join(email, 'basic', { ...ownCard, expYear: 2050 });
      expect(await offered(user, id)).toBe(isOffered);
    }
  });

  test('is not used by what was paid while the account was removed, which comes back by itself', async () => {
    const database = await open();
    const { stripe, payments, join } = await startShop(database);
    const bea = await addMember(database, 'bea@example.org');
    const { url } = await payments.buy(bea);
    await remove(database, bea);
    await stripe.standIn.pay(url, otherCard);
    await payments.sync.user(bea.id);
    expect((await stripe.client.refunds.list()).data).toHaveLength(2);
    const { user, id } = await join('eva@example.org', 'basic');
    expect(await payments.refund(user, id)).toMatchObject({ status: 'refunded' });
  });

  test('gives nothing back while Stripe can’t say whether it was used', async () => {
    const { stripe, payments, join } = await startShop(await open());
    const { user, id } = await join('eva@example.org', 'basic');
    stripe.faults.set('GET /v1/charges/search', 'down');
    expect(await outcomeOf(payments.refund(user, id))).toBe('payment_unavailable');
    stripe.faults.clear();
    expect(await payments.refund(user, id)).toMatchObject({ status: 'refunded' });
  });
});
