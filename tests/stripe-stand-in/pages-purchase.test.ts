import { expect, it } from 'vitest';
import { createActions } from '../../scripts/stripe-stand-in/create-actions.ts';
import { withFreshLinks } from '../../scripts/stripe-stand-in/state/books.ts';
import { openBooks, startCheckout } from './pages-books.ts';
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
