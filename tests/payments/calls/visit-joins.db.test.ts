import { expect, test } from 'vitest';
import type { Database } from '../../../api/platform/db/database.ts';
import { describePostgres } from '../../harness/databases.ts';
import { addMember, letTimePass, runPayments, startPayments } from './running-payments.ts';
import { startStripe } from './stripe-front.ts';

/** Of 2026-11-21. */
const visit = '019aa8ca-4c00-7abc-8def-0123456789ab';
const paidFor = (plan: string, amount: number) => [[0, 'payment', { plan, amount, currency: 'USD' }]];

async function reportedBatches({ knex }: Database): Promise<unknown[]> {
  const rows = await knex('event_batches').orderBy('received_at').select('visit', 'funnel', 'page', 'events');
  expect(rows.every((row: object) => 'page' in row && row.page === 0)).toBe(true);
  return rows.map((row: { events: unknown }) => row.events);
}

describePostgres('a purchase after a quiz', (open) => {
  test('is reported with the visit once it is paid, and once, however often Stripe is read', async () => {
    const { database, stripe, payments, ada } = await startPayments(await open());
    await database.knex('visits').update({ visit_id: visit });
    const { id, url } = await payments.buy(ada, 'basic');
    expect(await database.knex('payments').pluck('visit_id')).toEqual([visit]);
    expect(await reportedBatches(database)).toEqual([]);
    await stripe.standIn.pay(url);
    await letTimePass(database);
    await payments.status(ada, id);
    await letTimePass(database);
    await payments.sync.user(ada.id);
    expect(await reportedBatches(database)).toEqual([paidFor('basic', 1499)]);

    await payments.purchase(ada, 'lifetime');
    expect(await reportedBatches(database)).toEqual(
      expect.arrayContaining([paidFor('basic', 1499), paidFor('lifetime', 8999 - 1499)]),
    );
  });

  test('has no visit where none is known', async () => {
    const [database, stripe] = [await open(), await startStripe()];
    await runPayments(database, stripe).purchase(await addMember(database));
    expect(await reportedBatches(database)).toEqual([]);
  });
});
