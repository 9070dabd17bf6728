import { expect, it } from 'vitest';
import { filled, runPages } from './running-pages.ts';

/** A plan was bought; its id, its invoice's and its charge's. */
async function runBought() {
  const pages = await runPages();
  await pages.pay();
  const { subscriptions, invoices, charges } = pages.books.tables;
  const [subscription, invoice, charge] = [subscriptions, invoices, charges].map((table) => table.newest()[0]!.id);
  return { ...pages, subscription: subscription!, invoice: invoice!, charge: charge! };
}

it('The page of an invoice takes a card while it is open, and is the proof of payment afterwards', async () => {
  const { books, get, post, invoice } = await runBought();
  const path = `/invoice/${invoice}`;
  const { text } = await get(path, { 'Accept-Language': 'es' });
  for (const each of ['Pagada', '21 de noviembre de 2026', '29,99']) expect(text).toContain(each);
  expect(text).not.toContain('<form');

  books.change('invoices', invoice, { status: 'open' });
  const open = (await get(path)).text;
  for (const each of ['-0001', '$29.99', 'To be paid', 'Pay $29.99', 'November 21, 2026 – February 21, 2027'])
    expect(open).toContain(each);
  const declined = await post(path, { ...filled, number: '4000000000000002' });
  expect([declined.status, declined.text.includes('role="alert">Your card was declined.</p>')]).toEqual([422, true]);
  const asked = await post(path, { ...filled, number: '4000002500003155' });
  expect([asked.status, asked.headers.location]).toEqual([303, `/dev/stripe${path}`]);
  expect((await get(path)).text).toContain(`action="/dev/stripe${path}/authentication"`);
  expect((await post(`${path}/authentication`, { answer: 'confirm' })).headers.location).toBe(`/dev/stripe${path}`);
  expect((await get(path)).text).not.toContain('<form');
  // As links to it once were.
  expect((await get(`${path}.1795219200`)).status).toBe(200);
  expect((await get('/invoice/in_2')).status).toBe(404);
});

const offered = (text: string) =>
  [...text.matchAll(/action="\/dev\/stripe\/desk\/(\w+)\//g)].map(([, action]) => action);

it('The desk lists what was bought, and offers what can be done with it', async () => {
  const { get } = await runBought();
  const { text } = await get('/');
  for (const each of ['ada@example.org', 'Basic, $29.99 every 3 months', 'period ends February 21, 2027'])
    expect(text).toContain(each);
  expect(offered(text)).toEqual(['cancel', 'refund', 'dispute']);
});

it('A refund at the desk gives all back, once', async () => {
  const { get, post, books, charge } = await runBought();
  const { status, headers } = await post(`/desk/refund/${charge}`, {});
  expect([status, headers.location]).toEqual([303, '/dev/stripe/']);
  await post(`/desk/refund/${charge}`, {});
  expect(books.tables.refunds.newest()).toMatchObject([{ amount: 2999, charge }]);
  const { text } = await get('/');
  expect(text).toContain('$29.99 refunded');
  expect(offered(text)).toEqual(['cancel', 'dispute']);
});

it.each(['won', 'lost'])('A dispute is opened and %s at the desk', async (outcome) => {
  const { get, post, books, charge } = await runBought();
  await post(`/desk/decide/${charge}`, { outcome });
  expect(books.tables.disputes.newest()).toEqual([]);
  await post(`/desk/dispute/${charge}`, {});
  expect(offered((await get('/')).text)).toEqual(['cancel', 'decide', 'decide']);
  await post(`/desk/decide/${charge}`, { outcome: 'nonsense' });
  expect(books.tables.disputes.newest()).toMatchObject([{ charge, status: 'needs_response' }]);
  await post(`/desk/decide/${charge}`, { outcome });
  await post(`/desk/dispute/${charge}`, {});
  expect(books.tables.disputes.newest()).toMatchObject([{ charge, status: outcome }]);
});

it('A subscription is canceled at the desk, and the end of what is unknown changes nothing', async () => {
  const { get, post, books, subscription } = await runBought();
  for (const id of [subscription, subscription, 'sub_unknown']) await post(`/desk/cancel/${id}`, {});
  expect(books.tables.subscriptions.get(subscription)).toMatchObject({ status: 'canceled' });
  const { text } = await get('/');
  expect(text).toContain('canceled, ended November 21, 2026');
  expect(offered(text)).toEqual(['refund', 'dispute']);
});
