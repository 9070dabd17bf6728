import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { createLog } from '../../api/platform/log.ts';
import { recurringWork } from '../../api/start-background-work.ts';
import { addUser } from '../emails/mailing.ts';
import { describePostgres } from '../harness/databases.ts';
import { openShop } from '../payments/sync/shop.ts';
import { runLeads } from '../leads/lead-of-quiz.ts';
import { runStandIn } from '../stripe-stand-in/running-stand-in.ts';

type Dependencies = Parameters<typeof recurringWork>[0];

/** What a process on this database does again and again; `run` does one of it, once. */
function workOn(database: Database, others: Partial<Dependencies> = {}) {
  const wakeWorker = vi.fn<() => void>();
  const maintain = vi.fn<Dependencies['events']['maintain']>(() => Promise.resolve());
  const works = recurringWork(
    {
      database,
      events: { maintain } as Partial<Dependencies['events']> as Dependencies['events'],
      payments: { stripe: () => Promise.reject(new Error('Stripe is not asked')) },
      config: { eventsMonths: 3, leadsMonths: 12 },
      log: createLog('silent'),
      metrics: { addGauge: () => undefined, addCounter: () => () => undefined },
      ...others,
    },
    wakeWorker,
  );
  const run = (name: string) => works.find((work) => work.name === name)!.run();
  return { works, run, wakeWorker, maintain };
}

const ago = (database: Database, time: string) => database.knex.raw(`now() - interval '${time}'`);

describePostgres('what a process does again and again', (open) => {
  test('has its times', async () => {
    const { works } = workOn(await open());
    expect(Object.fromEntries(works.map(({ name, everyMilliseconds }) => [name, everyMilliseconds / 60_000]))).toEqual({
      'clean-up': 60,
      'undelivered-events': 60,
      'customers-in-line': 360,
      'job-times': 1,
      'count-visits': 1 / 12,
      'stored-events': 360,
    });
  });

  test('removes everything whose time is over, and nothing else', async () => {
    const database = await open();
    const { knex } = database;
    const { send } = await runLeads(database);
    await send();
    await knex('leads').update({ created_at: ago(database, '1 year 1 hour') });
    const { id } = await addUser(database);
    const event = { type: 'charge.refunded', payload: '{}' };
    const payment = {
      user_id: id,
      plan: 'basic',
      kind: 'purchase',
      status: 'succeeded',
      amount: 1900,
      currency: 'USD',
    };
    const rows = (time: string, name: string) => [
      knex('audit_log').insert({ action: 'support', details: JSON.stringify({ name }), at: ago(database, time) }),
      knex('jobs').insert({ kind: name, payload: '{}', dead_at: ago(database, time) }),
      knex('stripe_events').insert({
        ...event,
        id: name,
        received_at: ago(database, time),
        processed_at: ago(database, time),
      }),
      knex('payments').insert({ ...payment, created_at: ago(database, time), tracking: JSON.stringify({ name }) }),
    ];
    await knex('jobs').delete();
    await Promise.all([...rows('400 days', 'old'), ...rows('1 day', 'new')]);
    await workOn(database).run('clean-up');
    expect(await knex('leads')).toEqual([]);
    expect(await knex('audit_log').where({ action: 'support' })).toHaveLength(1);
    expect(await knex('jobs').pluck('kind')).toEqual(['new']);
    expect(await knex('stripe_events').pluck('id')).toEqual(['new']);
    expect((await knex('payments').pluck('tracking')).filter((tracking) => tracking !== null)).toEqual([
      { name: 'new' },
    ]);
  });

  test('asks Stripe for events that were not delivered', async () => {
    const standIn = await runStandIn({ webhookUrl: () => 'http://127.0.0.1:1' });
    onTestFinished(() => standIn.stop());
    const shop = openShop(await open(), standIn);
    await shop.buy(await shop.addCustomer(), 'lifetime');
    const { run, wakeWorker } = workOn(shop.database, { payments: { stripe: shop.stripe } });
    await run('undelivered-events');
    expect(await shop.database.knex('stripe_events')).not.toEqual([]);
    expect(wakeWorker).toHaveBeenCalled();
  });

  test('reads customers whose events may have been lost', async () => {
    const database = await open();
    const { id } = await addUser(database);
    await database.knex('customers').insert({ user_id: id, stripe_id: 'cus_waiting' });
    const row = { user_id: id, plan: 'basic', kind: 'purchase', status: 'pending', amount: 1900, currency: 'USD' };
    await database.knex('payments').insert({ ...row, expires_at: new Date(0) });
    const { run, wakeWorker } = workOn(database);
    await run('customers-in-line');
    expect(await database.knex('jobs').pluck('kind')).toEqual(['customer_sync']);
    expect(wakeWorker).toHaveBeenCalledOnce();
  });

  test('has the store keep events for as long as the settings say', async () => {
    const { run, maintain } = workOn(await open());
    await run('stored-events');
    expect(maintain).toHaveBeenCalledWith({ months: 3 });
  });
});
