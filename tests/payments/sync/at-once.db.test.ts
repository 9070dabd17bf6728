import type { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StripeError, type StripeSource } from '../../../api/payments/stripe.ts';
import { describePostgres, openAgain } from '../../harness/databases.ts';
import { addUser } from '../../emails/mailing.ts';
import { connect, runStandIn, type RunningStandIn } from '../../stripe-stand-in/running-stand-in.ts';
import { openShop } from './shop.ts';

let standIn: RunningStandIn;
beforeAll(async () => void (standIn = await runStandIn()));
afterAll(() => standIn.stop());

function promise(): [Promise<void>, () => void] {
  let settle: (() => void) | undefined;
  const settled = new Promise<void>((resolve) => (settle = resolve));
  return [settled, () => settle?.()];
}

/** Stripe, whose list of charges is read at once, and comes when it is let. */
function holdingStripe() {
  const client = connect(standIn.url);
  const list = client.charges.list.bind(client.charges);
  const [released, release] = promise();
  const [isReading, reached] = promise();
  client.charges.list = (params) => {
    const charges = list(params);
    async function* whenReleased() {
      const found: Stripe.Charge[] = [];
      for await (const charge of charges) found.push(charge);
      reached();
      await released;
      yield* found;
    }
    return whenReleased() as unknown as ReturnType<typeof list>;
  };
  return { stripe: (() => Promise.resolve(client)) satisfies StripeSource, isReading, release };
}

describePostgres('a reading of Stripe', (open) => {
  test('that began before another one is not written over it', async () => {
    const database = await open();
    const shop = openShop(database, standIn);
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'lifetime');
    const held = holdingStripe();
    const slow = openShop(database, standIn, { stripe: held.stripe }).sync.user(customer.userId);
    await held.isReading;
    await standIn.stripe.refunds.create({ charge: (await shop.lastCharge(customer)).id });
    await shop.sync.user(customer.userId);
    held.release();
    await slow;
    expect(await shop.payments(customer)).toEqual(['purchase refunded']);
    expect(await shop.grants(customer)).toEqual(['no payment']);
  });

  test('is shared by all who ask for it before it begins, and leaves nothing where Stripe is away', async () => {
    const shop = openShop(await open(), standIn);
    const customer = await shop.addCustomer();
    await shop.begin(customer, 'basic');
    let asked = 0;
    const away: StripeSource = () => {
      asked += 1;
      return Promise.resolve(connect('http://127.0.0.1:1'));
    };
    const { sync } = openShop(shop.database, standIn, { stripe: away });
    const readings = await Promise.allSettled(Array.from({ length: 50 }, () => sync.user(customer.userId)));
    expect(readings.every((reading) => reading.status === 'rejected' && reading.reason instanceof StripeError)).toBe(
      true,
    );
    expect(asked).toBeLessThanOrEqual(5);
    const [row] = await shop.database.knex('customers').select<{ read_started_at: Date | null }[]>('read_started_at');
    expect(row).toEqual({ read_started_at: null });
  });

  test('of somebody unknown changes nothing', async () => {
    const shop = openShop(await open(), standIn);
    await shop.sync.customer('cus_nobody');
    await shop.sync.user((await addUser(shop.database)).id);
    for (const table of ['payments', 'subscriptions', 'access_grants', 'jobs'])
      expect(await shop.database.knex(table)).toEqual([]);
  });
});

describePostgres('several processes', (open) => {
  test('that read the same customer again and again write one grant and one receipt', async () => {
    const database = await open();
    const first = openShop(database, standIn);
    const second = openShop(await openAgain(database), standIn);
    const customer = await first.addCustomer();
    const { checkoutId } = await first.begin(customer, 'basic');
    const readings = Array.from({ length: 4 }, () => [
      first.sync.user(customer.userId),
      second.sync.user(customer.userId),
    ]);
    await Promise.all([...readings.flat(), standIn.pay(checkoutId)]);
    await Promise.allSettled(
      Array.from({ length: 6 }, async (_, at) => {
        for (let count = 0; count < 3; count += 1) await (at % 2 ? first : second).sync.user(customer.userId);
      }),
    );
    await first.sync.user(customer.userId);
    expect(await first.payments(customer)).toEqual(['purchase succeeded']);
    expect(await first.grants(customer)).toEqual(['subscription']);
    expect(await first.emails(customer)).toEqual(['payment_receipt']);
  });
});
