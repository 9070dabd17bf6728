import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { describePostgres } from '../../harness/databases.ts';
import { outcomeOf } from '../../accounts/running-accounts.ts';
import { withResolvers } from '../../harness/with-resolvers.ts';
import { addMember, letTimePass, runPayments, startPayments } from './running-payments.ts';
import { startStripe, type StripeFront } from './stripe-front.ts';

const readingsOf = ({ asked }: StripeFront) =>
  asked.filter((request) => request.startsWith('GET /v1/checkout/sessions?')).length;

describePostgres('the status of a payment', (open) => {
  test('is what Stripe says now, with the access that it gives', async () => {
    const { database, stripe, payments, ada } = await startPayments(await open());
    const { id, url } = await payments.buy(ada, 'lifetime');
    const known = { id, plan: 'lifetime', amount: 8999, currency: 'USD' };
    expect(await payments.status(ada, id)).toEqual({ ...known, status: 'pending', accessTo: null });
    await stripe.standIn.pay(url);
    await letTimePass(database);
    const accessTo = '9999-12-31T00:00:00.000Z';
    expect(await payments.status(ada, id)).toEqual({ ...known, status: 'succeeded', accessTo });
  });

  test('is refused to other members, and for any other text', async () => {
    const [database, stripe] = [await open(), await startStripe()];
    const payments = runPayments(database, stripe);
    const { id } = await payments.buy(await addMember(database));
    const eva = await addMember(database, 'eva@example.org');
    for (const given of [id, randomUUID(), 'x', ''])
      expect(await outcomeOf(payments.status(eva, given))).toBe('not_found');
    expect(readingsOf(stripe)).toBe(0);
  });

  test('is asked of Stripe once, however many ask, and not again for two seconds, by any process', async () => {
    const { database, stripe, payments, ada } = await startPayments(await open());
    const { id } = await payments.buy(ada);
    await Promise.all(Array.from({ length: 20 }, () => payments.status(ada, id)));
    expect(readingsOf(stripe)).toBe(1);
    await runPayments(database, stripe).status(ada, id);
    expect(readingsOf(stripe)).toBe(1);
    await letTimePass(database);
    await runPayments(database, stripe).status(ada, id);
    expect(readingsOf(stripe)).toBe(2);
  });

  test('is not asked of Stripe once it is settled', async () => {
    const { database, stripe, payments, ada } = await startPayments(await open());
    const id = await payments.purchase(ada);
    const readings = readingsOf(stripe);
    await letTimePass(database);
    expect(await payments.status(ada, id)).toMatchObject({ status: 'succeeded' });
    expect(readingsOf(stripe)).toBe(readings);
  });

  test('is what is stored while Stripe is away', async () => {
    const { stripe, payments, ada } = await startPayments(await open());
    const { id } = await payments.buy(ada);
    stripe.faults.set('GET', 'broken');
    expect(await payments.status(ada, id)).toMatchObject({ status: 'pending', accessTo: null });
  });

  test('is what is stored while Stripe takes too long', async () => {
    const { stripe, payments, ada } = await startPayments(await open(), { statusTimeoutMilliseconds: 50 });
    const { id } = await payments.buy(ada);
    const { promise: answer, resolve: letStripeAnswer } = withResolvers();
    stripe.meanwhile.set('GET', () => answer);
    expect(await payments.status(ada, id)).toMatchObject({ status: 'pending', accessTo: null });
    letStripeAnswer();
    await payments.sync.user(ada.id); // so that nothing runs on after the test
  });
});
