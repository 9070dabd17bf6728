import { expect, it } from 'vitest';
import { createActions } from '../../scripts/stripe-stand-in/create-actions.ts';
import { createDesk } from '../../scripts/stripe-stand-in/create-desk.ts';
import { openBooks, startCheckout } from './pages-books.ts';
import { runPages } from './pages-server.ts';

const card = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2050, cvc: '123' };

/** The desk of a stand-in where somebody has bought a plan. */
async function runDesk() {
  const books = openBooks();
  let commits = 0;
  const commit = async () => void (commits += 1);
  await createActions(books, commit).pay(startCheckout(books), card);
  const pages = await runPages({ desk: createDesk(books, commit) });
  const [subscription] = books.tables.subscriptions.newest();
  const [charge] = books.tables.charges.newest();
  commits = 0;
  return { ...pages, books, subscription: subscription!.id, charge: charge!.id, countCommits: () => commits };
}

const offered = (text: string) =>
  [...text.matchAll(/action="\/dev\/stripe\/desk\/(\w+)\//g)].map(([, action]) => action);

it('The desk lists what was bought, and offers what can be done with it', async () => {
  const { get } = await runDesk();
  const { text } = await get('/');
  for (const each of ['ada@example.org', 'Basic, $14.99 every month', 'period ends December 21, 2026'])
    expect(text).toContain(each);
  expect(offered(text)).toEqual(['cancel', 'refund', 'dispute']);
});

it('A refund at the desk gives all back, once', async () => {
  const { get, post, books, charge, countCommits } = await runDesk();
  const { status, headers } = await post(`/desk/refund/${charge}`, {});
  expect([status, headers.location]).toEqual([303, '/dev/stripe/']);
  await post(`/desk/refund/${charge}`, {});
  expect(books.tables.refunds.newest()).toMatchObject([{ amount: 1499, charge }]);
  expect(countCommits()).toBeGreaterThan(0);
  const { text } = await get('/');
  expect(text).toContain('$14.99 refunded');
  expect(offered(text)).toEqual(['cancel', 'dispute']);
});

it.each(['won', 'lost'])('A dispute is opened and %s at the desk', async (outcome) => {
  const { get, post, books, charge } = await runDesk();
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
  const { get, post, books, subscription } = await runDesk();
  for (const id of [subscription, subscription, 'sub_unknown']) await post(`/desk/cancel/${id}`, {});
  expect(books.tables.subscriptions.get(subscription)).toMatchObject({ status: 'canceled' });
  const { text } = await get('/');
  expect(text).toContain('canceled, ended November 21, 2026');
  expect(offered(text)).toEqual(['refund', 'dispute']);
});

it('Without a desk there is nothing at its address', async () => {
  const { get } = await runPages();
  expect((await get('/')).status).toBe(404);
});
