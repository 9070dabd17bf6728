import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describePostgres } from '../../harness/databases.ts';
import { runStandIn, type RunningStandIn } from '../../stripe-stand-in/running-stand-in.ts';
import { openShop, type Customer, type Shop } from '../sync/shop.ts';
import { eventsOf, openWebhook } from './webhook.ts';

let standIn: RunningStandIn;
beforeAll(async () => void (standIn = await runStandIn()));
afterAll(() => standIn.stop());

/** All that is to be told of somebody who has bought a subscription. */
async function outcomeFor(shop: Shop, customer: Customer) {
  const [payments, grants, mails] = await Promise.all([
    shop.payments(customer),
    shop.grants(customer),
    shop.emails(customer),
  ]);
  return { payments, grants, mails };
}
const bought = { payments: ['purchase succeeded'], grants: ['subscription'], mails: ['payment_receipt'] };

describePostgres('the events of a purchase', (open) => {
  let shop: Shop;
  beforeAll(async () => void (shop = openShop(await open(), standIn)));

  test('lead to one grant, though they come five hundred times, in any order and at once', async () => {
    const webhook = await openWebhook(shop, standIn);
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'basic');
    const events = await eventsOf(standIn, customer);
    const many = Array.from({ length: 500 }, (_, at) => events[(at * 7) % events.length]!);
    const deliverSome = async (share: number) => {
      const statuses: number[] = [];
      for (const event of many.filter((_, at) => at % 25 === share)) {
        statuses.push(await webhook.deliver(event));
        if (statuses.length % 10 === 0) await shop.workOff();
      }
      return statuses;
    };
    const statuses = await Promise.all(Array.from({ length: 25 }, (_, share) => deliverSome(share)));
    await shop.workOff();
    expect(statuses.flat().filter((status) => status !== 200)).toEqual([]);
    expect(statuses.flat()).toHaveLength(500);
    expect(await outcomeFor(shop, customer)).toEqual(bought);
    const stored = await shop.database
      .knex('stripe_events')
      .count<{ all: number; done: number }[]>({ all: '*', done: 'processed_at' });
    expect(stored).toEqual([{ all: events.length, done: events.length }]);
  });

  test('lead to the same in every order', async () => {
    const webhook = await openWebhook(shop, standIn);
    const customers = await Promise.all(Array.from({ length: 4 }, () => shop.addCustomer()));
    for (const customer of customers) await shop.buy(customer, 'basic');
    const sets = await Promise.all(customers.map((customer) => eventsOf(standIn, customer)));
    let run = 0;
    const order = fc.shuffledSubarray([...sets[0]!.keys()], { minLength: 3 });
    await fc.assert(
      fc.asyncProperty(order, async (places) => {
        const at = run++ % customers.length;
        for (const place of places) {
          expect(await webhook.deliver(sets[at]![place]!)).toBe(200);
          await shop.workOff();
        }
        expect(await outcomeFor(shop, customers[at]!)).toEqual(bought);
      }),
      { numRuns: customers.length },
    );
  });

  test('about a dispute find their customer by its charge', async () => {
    const webhook = await openWebhook(shop, standIn);
    const customer = await shop.addCustomer();
    await shop.buy(customer, 'basic');
    await shop.sync.user(customer.userId);
    const { id } = await shop.lastCharge(customer);
    const { id: disputeId } = await standIn.dispute(id);
    const { data } = await standIn.stripe.events.list({ type: 'charge.dispute.created' });
    const event = data.find(({ data: { object } }) => (object as { id?: string }).id === disputeId);
    expect(await webhook.deliver(event!)).toBe(200);
    await shop.workOff();
    expect(await shop.grants(customer)).toEqual(['no subscription']);
  });
});
