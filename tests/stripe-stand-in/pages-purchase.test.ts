import { expect, it } from 'vitest';
import { createActions } from '../../scripts/stripe-stand-in/create-actions.ts';
import { withFreshLinks } from '../../scripts/stripe-stand-in/state/books.ts';
import { createRow, openBooks, startCheckout } from './pages-books.ts';
import { servePages } from './pages-server.ts';

/** The pages of a stand-in with a session that can be paid. */
async function openCheckoutPage() {
  const books = openBooks();
  const session = startCheckout(books);
  const pages = await servePages(createActions(books, async () => undefined));
  const path = `/checkout/${session}`;
  const pay = (number: string) => pages.post(path, { number, expiry: '12 / 50', cvc: '123', name: 'Ada' });
  const statusOf = () => books.tables.sessions.get(session)?.status;
  return { ...pages, books, path, pay, statusOf };
}

const paid = [303, 'https://site.example/'];

it('A card that is declined can be followed by one that pays', async () => {
  const { pay, statusOf } = await openCheckoutPage();
  const declined = await pay('4000 0000 0000 9995');
  expect([declined.status, statusOf()]).toEqual([422, 'open']);
  expect(declined.text).toContain('Your card has insufficient funds.');
  const { status, headers } = await pay('4242 4242 4242 4242');
  expect([status, headers.location, statusOf()]).toEqual([...paid, 'complete']);
});

it('A form that is sent twice at once pays once', async () => {
  const { books, pay } = await openCheckoutPage();
  const answers = await Promise.all([pay('4242 4242 4242 4242'), pay('4242 4242 4242 4242')]);
  for (const { status, headers } of answers) expect([status, headers.location]).toEqual(paid);
  expect(books.tables.charges.newest()).toHaveLength(1);
  expect(books.tables.subscriptions.newest()).toHaveLength(1);
});

it('3-D Secure can be refused, tried again and confirmed', async () => {
  const { get, post, path, pay, statusOf } = await openCheckoutPage();
  const asked = await pay('4000 0025 0000 3155');
  expect([asked.status, asked.headers.location]).toEqual([303, `/dev/stripe${path}`]);
  expect((await get(path)).text).toContain('Is it you who is paying?');
  const refused = await post(`${path}/authentication`, { answer: 'refuse' });
  expect([refused.status, statusOf()]).toEqual([422, 'open']);
  expect(refused.text).toContain('We are unable to authenticate your payment method.');
  await pay('4000 0025 0000 3155');
  const { status, headers } = await post(`${path}/authentication`, { answer: 'confirm' });
  expect([status, headers.location, statusOf()]).toEqual([...paid, 'complete']);
  expect((await get(path)).text).toContain('This is paid');
});

it('What was paid has an invoice and a receipt', async () => {
  const { books, get, pay } = await openCheckoutPage();
  await pay('4242 4242 4242 4242');
  const invoice = withFreshLinks(books, books.tables.invoices.newest()[0]!);
  const charge = withFreshLinks(books, books.tables.charges.newest()[0]!);
  for (const url of [invoice.hosted_invoice_url, invoice.invoice_pdf, charge.receipt_url]) {
    const { status, text } = await get(new URL(url!).pathname.replace('/dev/stripe', ''));
    expect(status).toBe(200);
    expect(text).toContain('$14.99');
  }
});

it('A promotion code and a country change the amount, and each mistake is said at its field', async () => {
  const books = openBooks();
  const session = startCheckout(books, {
    'automatic_tax[enabled]': 'true',
    'customer_update[address]': 'auto',
    allow_promotion_codes: 'true',
  });
  const coupon = createRow(books, '/v1/coupons', { percent_off: '100', duration: 'forever' });
  createRow(books, '/v1/promotion_codes', { 'promotion[type]': 'coupon', 'promotion[coupon]': coupon, code: 'GIFT' });
  const { get, post } = await servePages(createActions(books, async () => undefined));
  const path = `/checkout/${session}`;
  const refused = await post(`${path}/promotion`, { promotion: 'NONE' });
  expect([refused.status, refused.text.includes('This code is not valid.')]).toEqual([422, true]);
  const card = { number: '4242424242424242', expiry: '12 / 50', cvc: '123', name: 'Ada' };
  const unready = await post(path, card);
  expect([unready.status, unready.text.includes('id="country-note"')]).toEqual([422, true]);
  await post(`${path}/country`, { country: 'XX' });
  expect((await get(path)).text).not.toContain('Tax included');
  await post(`${path}/country`, { country: 'ES' });
  expect((await get(path)).text).toContain('Tax included (21%)');
  expect((await post(`${path}/promotion`, { promotion: 'gift' })).status).toBe(303);
  expect((await get(path)).text).toContain('$0.00');
  expect((await post(path, card)).status).toBe(303);
  expect(books.tables.charges.newest()).toEqual([]);
  expect(books.tables.invoices.newest()).toMatchObject([{ status: 'paid', total: 0 }]);
});
