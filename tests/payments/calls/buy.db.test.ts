import { expect, test, vi } from 'vitest';
import type { CompiledFunnel } from '../../../engine/model.ts';
import { describePostgres } from '../../harness/databases.ts';
import { plans } from '../../harness/small-site.ts';
import { outcomeOf } from '../../accounts/running-accounts.ts';
import { addMember, runPayments, startPayments } from './running-payments.ts';
import { startStripe, type StripeFront } from './stripe-front.ts';

const makesPage = 'POST /v1/checkout/sessions';
const closesPage = /^POST \/v1\/checkout\/sessions\/.+\/expire$/;

async function openPages({ standIn }: StripeFront): Promise<string[]> {
  const { data } = await standIn.stripe.checkout.sessions.list({ status: 'open' });
  return data.map(({ url }) => url ?? '');
}

describePostgres('a purchase', (open) => {
  test('is a payment, a customer and a page of Stripe that know of each other', async () => {
    const { database, stripe, payments, ada } = await startPayments(await open());
    const { id, url } = await payments.buy(ada, 'three_months');

    const { data } = await stripe.client.checkout.sessions.list({ expand: ['data.line_items'] });
    const row = await database.knex('payments').first<Record<string, unknown>>();
    const metadata = { paymentId: id, userId: ada.id, plan: 'three_months' };
    const back = `https://example.com/cabinet/payment?payment=${id}`;
    expect(data).toMatchObject([
      { url, mode: 'subscription', client_reference_id: id, metadata, locale: 'en', amount_total: 2999 },
    ]);
    expect(data[0]).toMatchObject({ success_url: back, cancel_url: `${back}&back=1`, id: row['checkout_id'] });
    expect(data[0]?.expires_at).toBe(Math.floor((row['expires_at'] as Date).getTime() / 1_000));
    const expected = { plan: 'three_months', kind: 'purchase', status: 'pending', amount: 2999, currency: 'USD' };
    expect(row).toMatchObject({ id, ...expected, funnel: 'sleep-issues', utm_source: 'ad', asked_until: null });
    const customer = await stripe.client.customers.retrieve(data[0]?.customer as string);
    expect(customer).toMatchObject({ email: ada.email, name: 'Ada', metadata: { userId: ada.id } });
    expect(await database.knex('jobs').pluck('payload')).toEqual([{ paymentId: id }]);
    expect(await database.knex('audit_log').pluck('action')).toEqual(['purchase_begun']);
    expect(payments.limits).toEqual(['buyByUser']);
  });

  test('is at the price of the variant that the buyer has seen, in the list of plans as well', async () => {
    const [database, stripe] = [await open(), await startStripe()];
    const variants = [
      { name: 'now', weight: 1 },
      { name: 'lower', weight: 1, plans: ['basic_b', 'lifetime'] },
    ];
    const funnel = { experiments: [{ name: 'price', variants }] } as unknown as CompiledFunnel;
    const basic = plans.find(({ id }) => id === 'basic')!;
    const payments = runPayments(database, stripe, {
      plans: [...plans, { ...basic, offer: 'basic_b', amount: 999 }],
      funnels: new Map([['sleep-issues', funnel]]),
    });
    const [ada, grace] = [await addMember(database), await addMember(database, 'grace@example.org')];
    await database
      .knex('visits')
      .where({ user_id: ada.id })
      .update({ input: { variants: { price: 'lower' } } });

    const offered = async (user: typeof ada) => (await payments.list(user)).plans.map(({ id, amount }) => [id, amount]);
    expect(await offered(ada)).toEqual([
      ['basic', 999],
      ['lifetime', 8999],
    ]);
    expect(await offered(grace)).toEqual(plans.map(({ id, amount }) => [id, amount]));
    await payments.buy(ada);
    await payments.buy(grace);
    expect(await outcomeOf(payments.buy(ada, 'three_months'))).toBe('price_changed');
    const amounts = await database.knex('payments').orderBy('amount').pluck('amount');
    expect(amounts).toEqual([999, 1499]);
    const { data } = await stripe.client.checkout.sessions.list();
    expect(new Set(data.map((page) => page.amount_total))).toEqual(new Set([999, 1499]));
  });

  test('tells Stripe of no name that is none', async () => {
    const [database, stripe] = [await open(), await startStripe()];
    const ada = await addMember(database);
    await database.knex('users').update({ first_name: 'Win at evil.example' });
    await runPayments(database, stripe).buy(ada);
    const { data } = await stripe.client.customers.list();
    expect(data.map(({ email, name }) => [email, name])).toEqual([[ada.email, null]]);
  });

  test.each([
    ['x'.repeat(500), 'x'.repeat(64)],
    ['ana@example.org', null],
  ])('keeps of the utm_source %s what a source can be', async (written, source) => {
    const [database, stripe] = [await open(), await startStripe()];
    const ada = await addMember(database);
    await database.knex('users').update({ promo: { utm_source: written } });
    await runPayments(database, stripe).buy(ada);
    expect(await database.knex('payments').pluck('utm_source')).toEqual([source]);
  });

  test('asked for by 50 calls at once has one page, which all are given', async () => {
    const [database, stripe] = [await open(), await startStripe()];
    const [one, other] = [runPayments(database, stripe), runPayments(database, stripe)];
    const ada = await addMember(database);
    const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 2 ? one : other).buy(ada)));
    expect(new Set(replies.map(({ id, url }) => `${id} ${url}`)).size).toBe(1);
    expect(await openPages(stripe)).toEqual([replies[0]?.url]);
    expect(stripe.asked.filter((request) => request === makesPage)).toHaveLength(1);
    expect(await database.knex('customers')).toHaveLength(1);
  });

  test('of another plan closes the page of the first, and so does a new price', async () => {
    const { database, stripe, payments, ada } = await startPayments(await open());
    const first = await payments.buy(ada, 'basic');
    const second = await payments.buy(ada, 'lifetime');
    expect(await openPages(stripe)).toEqual([second.url]);
    const dearer = runPayments(database, stripe, { plans: plans.map((plan) => ({ ...plan, amount: 9999 })) });
    const third = await dearer.buy(ada, 'lifetime');
    expect(await openPages(stripe)).toEqual([third.url]);
    const statuses = await database.knex('payments').whereIn('id', [first.id, second.id]).pluck('status');
    expect(statuses).toEqual(['expired', 'expired']);
  });

  test('of two plans at once, by many calls, ends with one open page', async () => {
    const { stripe, payments, ada } = await startPayments(await open());
    const wanted = Array.from({ length: 12 }, (_, index) => (index % 2 ? 'basic' : 'lifetime'));
    const outcomes = await Promise.all(wanted.map((plan) => outcomeOf(payments.buy(ada, plan as 'basic'))));
    expect(new Set(outcomes)).toEqual(new Set(['done']));
    expect(await openPages(stripe)).toHaveLength(1);
  });

  test('whose page hardly lasts any more starts over', async () => {
    const { database, stripe, payments, ada } = await startPayments(await open());
    const first = await payments.buy(ada);
    await database.knex.raw(`UPDATE payments SET expires_at = now() + interval '9 minutes'`);
    const second = await payments.buy(ada);
    expect(second.id).not.toBe(first.id);
    expect(await openPages(stripe)).toEqual([second.url]);
  });

  test('is refused beside a plan that renews, except for a Lifetime, and beside a Lifetime', async () => {
    const { payments, ada } = await startPayments(await open());
    await payments.purchase(ada, 'basic');
    for (const plan of ['basic', 'three_months'] as const)
      expect(await outcomeOf(payments.buy(ada, plan))).toBe('already_subscribed');
    await payments.purchase(ada, 'lifetime');
    for (const plan of ['basic', 'lifetime'] as const)
      expect(await outcomeOf(payments.buy(ada, plan))).toBe('already_subscribed');
  });

  test.each(['trialing', 'past_due', 'unpaid'])('of a second plan is refused beside one that is %s', async (status) => {
    const { database, payments, ada } = await startPayments(await open());
    await payments.purchase(ada);
    await database.knex('subscriptions').update({ status });
    expect(await outcomeOf(payments.buy(ada, 'three_months'))).toBe('already_subscribed');
  });

  test('of Lifetime can be made again once the bank has taken its money back, not before', async () => {
    const { stripe, payments, ada } = await startPayments(await open());
    await payments.purchase(ada, 'lifetime');
    const { data } = await stripe.client.charges.list();
    await stripe.standIn.dispute(data[0]!.id);
    await payments.sync.user(ada.id);
    expect(await outcomeOf(payments.buy(ada, 'lifetime'))).toBe('already_subscribed');
    await stripe.standIn.dispute(data[0]!.id, 'lost');
    await payments.sync.user(ada.id);
    expect((await payments.list(ada)).payments).toMatchObject([{ status: 'refunded', refundedAmount: 0 }]);
    await payments.purchase(ada, 'lifetime');
    const kept = (await payments.list(ada)).payments.map(({ status }) => status);
    expect(kept).toEqual(['succeeded', 'refunded']);
  });

  test('of Lifetime takes the rest of a plan off, as long as it is not disputed and something is left to pay', async () => {
    const { database, stripe, payments, ada } = await startPayments(await open());
    await payments.purchase(ada, 'basic');
    const cheap = plans.map((plan) => (plan.id === 'lifetime' ? { ...plan, amount: 1000 } : plan));
    const least = { amount: 50, credit: 950, currency: 'USD' };
    expect(await runPayments(database, stripe, { plans: cheap }).lifetimePrice(ada)).toEqual(least);
    expect(await payments.lifetimePrice(ada)).toMatchObject({ amount: 7500, credit: 1499 });
    const { data } = await stripe.client.charges.list();
    await stripe.standIn.dispute(data[0]!.id);
    await payments.sync.user(ada.id);
    expect(await payments.lifetimePrice(ada)).toMatchObject({ amount: 8999, credit: 0 });
    const eva = await addMember(database, 'eva@example.org');
    expect(await payments.lifetimePrice(eva)).toMatchObject({ amount: 8999, credit: 0 });
    stripe.faults.set('GET', 'down');
    expect(await payments.lifetimePrice(eva)).toMatchObject({ credit: 0 }); // Stripe knows nothing of her
  });

  test('of Lifetime takes nothing off that support has given back of the plan', async () => {
    const { database, stripe, payments, ada } = await startPayments(await open());
    await payments.purchase(ada, 'basic');
    const { data } = await stripe.client.charges.list();
    await stripe.client.refunds.create({ charge: data[0]!.id, amount: 1400 });
    await payments.sync.user(ada.id);
    expect(await payments.lifetimePrice(ada)).toEqual({ amount: 8900, credit: 99, currency: 'USD' });
    await payments.purchase(ada, 'lifetime');
    expect(await database.knex('payments').max('given_twice as twice').first()).toMatchObject({ twice: 0 });
  });

  test('of another plan while the first is being paid for counts what was paid', async () => {
    const { stripe, payments, ada } = await startPayments(await open());
    const { id, url } = await payments.buy(ada, 'basic');
    await stripe.standIn.pay(url);
    expect(await outcomeOf(payments.buy(ada, 'three_months'))).toBe('already_subscribed');
    expect(await payments.status(ada, id)).toMatchObject({ status: 'succeeded' });
    expect(await openPages(stripe)).toEqual([]);
  });

  test("of Lifetime uses up no more of the customer's balance than came off its price", async () => {
    const [database, stripe] = [await open(), await startStripe()];
    const cheap = plans.map((plan) => (plan.id === 'lifetime' ? { ...plan, amount: 2000 } : plan));
    const payments = runPayments(database, stripe, { plans: cheap });
    const ada = await addMember(database);
    await payments.purchase(ada, 'basic');
    const customer = (await database.knex('customers').pluck('stripe_id'))[0] as string;
    await stripe.client.customers.createBalanceTransaction(customer, { amount: -1000, currency: 'usd' });
    await payments.purchase(ada, 'lifetime');
    const left = -1000 + (2000 - 50 - 1499);
    expect(await stripe.client.customers.retrieve(customer)).toMatchObject({ balance: left });
  });

  test('of Lifetime while a plan is being paid for takes that plan off', async () => {
    const { stripe, payments, ada } = await startPayments(await open());
    await stripe.standIn.pay((await payments.buy(ada, 'basic')).url);
    await payments.buy(ada, 'lifetime');
    const { data } = await stripe.client.checkout.sessions.list({ status: 'open' });
    expect(data.map(({ amount_total }) => amount_total)).toEqual([8999 - 1499]);
  });
});

describePostgres('a purchase while Stripe fails', (open) => {
  test.each([
    ['down', makesPage],
    ['broken', 'POST /v1/customers'],
    ['lost', 'POST /v1/customers'],
    ['broken', 'GET /v1/prices'],
    ['broken', makesPage],
    ['lost', makesPage],
  ] as const)('(%s: %s) is refused as the specification says, and the next call goes on', async (fault, request) => {
    const { stripe, payments, ada } = await startPayments(await open());
    stripe.faults.set(request, fault);
    expect(await outcomeOf(payments.buy(ada))).toBe('payment_init');
    stripe.faults.clear();
    const { url } = await payments.buy(ada);
    expect(await openPages(stripe)).toEqual([url]);
    expect((await stripe.client.customers.list()).data).toHaveLength(1);
  });

  test.each([
    ['down', 'POST /v1/invoices/create_preview'],
    ['broken', 'GET /v1/subscriptions/'],
    ['broken', 'POST /v1/coupons'],
    ['lost', 'POST /v1/coupons'],
    ['lost', makesPage],
  ] as const)('(%s: %s) with what is left of a plan taken off goes on at the same price', async (fault, request) => {
    const { stripe, payments, ada } = await startPayments(await open());
    await payments.purchase(ada);
    const { amount } = await payments.lifetimePrice(ada);
    stripe.faults.set(request, fault);
    expect(await outcomeOf(payments.buy(ada, 'lifetime', undefined, { amount }))).toBe('payment_init');
    stripe.faults.clear();
    const { url } = await payments.buy(ada, 'lifetime', undefined, { amount });
    expect(await openPages(stripe)).toEqual([url]);
    const { data } = await stripe.client.checkout.sessions.list({ status: 'open' });
    expect(data.map(({ amount_total }) => amount_total)).toEqual([amount]);
  });

  test('(not answered in time) is refused, and the next call goes on', async () => {
    const [database, stripe] = [await open(), await startStripe()];
    const ada = await addMember(database);
    stripe.faults.set(makesPage, 'silent');
    const hasty = runPayments(database, { ...stripe, client: stripe.hasty });
    expect(await outcomeOf(hasty.buy(ada))).toBe('payment_init');
    stripe.faults.clear();
    const { url } = await runPayments(database, stripe).buy(ada);
    expect(await openPages(stripe)).toEqual([url]);
  });

  test('to close the page of another plan leaves that page as it is', async () => {
    const { stripe, payments, ada } = await startPayments(await open());
    const first = await payments.buy(ada, 'basic');
    stripe.faults.set('POST /v1/checkout/sessions/', 'broken');
    expect(await outcomeOf(payments.buy(ada, 'lifetime'))).toBe('payment_init');
    expect(await payments.buy(ada, 'basic')).toEqual(first);
  });

  test('and a process dies in between leaves nothing that the next call does not take over or close', async () => {
    const { stripe, payments, ada } = await startPayments(await open());
    stripe.faults.set(makesPage, 'lost');
    await outcomeOf(payments.buy(ada, 'basic'));
    stripe.faults.clear();
    expect(await openPages(stripe)).toHaveLength(1);
    const { url } = await payments.buy(ada, 'lifetime');
    expect(await openPages(stripe)).toEqual([url]);
    expect(stripe.asked.filter((request) => closesPage.test(request))).toHaveLength(1);
  });

  test('closes a page that is made only after its payment was given up', async () => {
    const { database, stripe, payments, ada } = await startPayments(await open());
    stripe.meanwhile.set(makesPage, async () => {
      stripe.meanwhile.clear();
      await database.knex('payments').update({ status: 'expired' });
    });
    expect(await outcomeOf(payments.buy(ada))).toBe('payment_init');
    expect(await openPages(stripe)).toEqual([]);
    expect(await outcomeOf(payments.buy(ada))).toBe('done');
  });

  test('makes no customer and no page for somebody who has just left', async () => {
    const { database, stripe, payments, ada } = await startPayments(await open());
    const remove = async () => {
      const gone = { email: null, password_hash: null, deleted_at: new Date() };
      await database.knex('users').where({ id: ada.id }).update(gone);
    };
    stripe.meanwhile.set('POST /v1/customers', remove);
    expect(await outcomeOf(payments.buy(ada))).toBe('not_signed_in');
    expect((await stripe.client.customers.list()).data).toEqual([]);
    expect(await openPages(stripe)).toEqual([]);
  });

  test('takes promotion codes and works out the tax where that is switched on', async () => {
    const database = await open();
    const stripe = await startStripe();
    const create = vi.spyOn(stripe.client.checkout.sessions, 'create');
    const switches = { allow_promotion_codes: true, automatic_tax: { enabled: true } };
    for (const isOn of [true, false]) {
      const pages = { promotionCodes: isOn, automaticTax: isOn, cancelOffer: null };
      const payments = runPayments(database, stripe, { pages });
      await payments.buy(await addMember(database, `${isOn}@example.org`));
      const [page] = create.mock.lastCall ?? [];
      if (isOn) expect(page).toMatchObject(switches);
      else for (const name of Object.keys(switches)) expect(page).not.toHaveProperty(name);
    }
  });
});
