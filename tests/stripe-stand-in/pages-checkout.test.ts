import { describe, expect, it } from 'vitest';
import { filled, runPages } from './running-pages.ts';

const paid = [303, 'https://site.example/paid'];

describe('the page of a Checkout Session', () => {
  it('says what is bought, for how much, how often and by whom, and that no money moves', async () => {
    const { get, path } = await runPages();
    const { status, text } = await get(path);
    expect(status).toBe(200);
    for (const each of ['Basic', '$29.99', 'every 3 months', 'ada@example.org', 'no money moves', 'Pay $29.99'])
      expect(text).toContain(each);
    expect(text).toContain('href="https://site.example/back?a=1&#38;b=2"');
  });

  it.each([
    ['es', 'en', 'Pagar 29,99\u00A0US$'],
    ['es-419', 'en', 'cada 3 meses'],
    ['en', 'es', 'Pay $29.99'],
    ['auto', 'es', 'Pagar 29,99\u00A0US$'],
    ['', 'es', 'no se mueve dinero'],
    ['', 'fr', 'no money moves'],
  ])('is in the language of the session, else of the browser: %s, %s', async (locale, browser, words) => {
    const { get, path } = await runPages({ more: { locale: locale } });
    expect((await get(path, { 'Accept-Language': browser })).text).toContain(words);
  });

  it('says what a balance pays of it, and what comes afterwards', async () => {
    const { get, path, books, customer } = await runPages();
    books.change('customers', customer, { balance: -500 });
    const { text } = await get(path);
    expect(text).toMatch(/Applied balance.+-\$5\.00.+Afterwards.+\$29\.99.+Pay \$24\.99/s);
  });

  it('runs nothing, loads nothing, escapes all, and lets its form lead back to the site', async () => {
    const { get, path } = await runPages({ name: '<script>alert(1)</script>' });
    const { text, headers } = await get(path);
    expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['content-security-policy']).toContain("form-action 'self' https://site.example;");
    expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
  });

  it('can be filled for a test card by a tap', async () => {
    const { get, path } = await runPages();
    const links = [...(await get(path)).text.matchAll(/href="\/dev\/stripe([^"]*\?card=\w+)#pay"/g)];
    const pages = await Promise.all(links.map(([, link]) => get(link!)));
    expect(pages.map(({ text }) => /name="number"\s+value="([^"]*)"/.exec(text)?.[1])).toEqual([
      '4242 4242 4242 4242',
      '4000 0000 0000 0002',
      '4000 0000 0000 9995',
      '4000 0025 0000 3155',
      '4000 0000 0000 0341',
    ]);
  });

  it('is not there for an unknown session', async () => {
    const { get, post } = await runPages();
    expect((await get('/checkout/cs_2')).status).toBe(404);
    expect((await post('/checkout/cs_2', filled)).headers.location).toBe('/dev/stripe/checkout/cs_2');
  });
});

describe('a payment', () => {
  it('leads back to the site, also where it is sent twice at once, and is made once', async () => {
    const { books, get, path, pay } = await runPages();
    for (const { status, headers } of await Promise.all([pay(), pay()])) {
      expect([status, headers.location]).toEqual(paid);
      expect(headers['content-security-policy']).toContain("form-action 'self' https://site.example;");
    }
    expect(books.tables.charges.newest()).toHaveLength(1);
    const { text } = await get(path);
    expect(text).toContain('This is paid');
    expect(text).toContain('href="https://site.example/paid"');
  });

  it.each(['12/34', '1234', '12-2034', '12 34'])('takes the expiry date %s', async (expiry) => {
    const { books, pay } = await runPages();
    await pay({ expiry });
    expect(books.tables.paymentMethods.newest()).toMatchObject([{ card: { exp_month: 12, exp_year: 2034 } }]);
  });

  it.each([
    ['number', '4242', 'Your card number is incorrect.'],
    ['expiry', '12', 'Your card&#39;s expiration month is invalid.'],
    [
      'number',
      '4111 1111 1111 1111',
      'Your card was declined. Your request was in test mode, but used a non test card.',
    ],
    ['expiry', '12 / 20', 'Your card&#39;s expiration date is in the past.'],
    ['cvc', '12345', 'Your card&#39;s security code is invalid.'],
  ])('is not tried while the %s is %s: it is said at the field, and the form kept', async (field, value, message) => {
    const { books, pay } = await runPages();
    const { status, text } = await pay({ [field]: value });
    expect(status).toBe(422);
    expect(text).toContain('<title>Problem: Payment: Basic</title>');
    expect(text).toContain(`<p id="${field}-note" class="problem" role="alert">${message}</p>`);
    expect(text).toMatch(new RegExp(`name="${field}"[^>]*aria-describedby="${field}-note"[^>]*aria-invalid="true"`));
    for (const kept of Object.values({ ...filled, [field]: value })) expect(text).toContain(`value="${kept}"`);
    expect(books.tables.subscriptions.newest()).toEqual([]);
  });

  it('that is declined says so above the form, in Spanish where the page is, and another card pays', async () => {
    const { pay } = await runPages({ more: { locale: 'es' } });
    const { status, text } = await pay({ number: '4000 0000 0000 9995' });
    expect(status).toBe(422);
    expect(text).toContain('<p class="problem alone" role="alert">Tu tarjeta no tiene fondos suficientes.</p>');
    expect(text).not.toMatch(/<input[^>]*aria-invalid/);
    const { headers, ...answer } = await pay();
    expect([answer.status, headers.location]).toEqual(paid);
  });

  it('waits for the bank where it asks; that can be refused, tried again and confirmed', async () => {
    const { get, post, path, pay } = await runPages();
    const number = '4000 0025 0000 3155';
    expect((await pay({ number })).headers.location).toBe(`/dev/stripe${path}`);
    const { text } = await get(path);
    expect(text).toContain('Is it you who is paying?');
    expect(text).toContain(`action="/dev/stripe${path}/authentication"`);
    const refused = await post(`${path}/authentication`, { answer: 'refuse' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('We are unable to authenticate your payment method.');
    await pay({ number });
    const { status, headers } = await post(`${path}/authentication`, { answer: 'confirm' });
    expect([status, headers.location]).toEqual(paid);
  });

  it('that comes too late is shown so, with the way back', async () => {
    const { books, get, path, pay } = await runPages();
    books.change('sessions', path.split('/').at(-1)!, { status: 'expired' });
    const { status, headers } = await pay();
    expect([status, headers.location]).toEqual([303, `/dev/stripe${path}`]);
    const { text } = await get(path);
    expect(text).toContain('This page has expired');
    expect(text).toContain('href="https://site.example/back');
    expect(text).not.toContain('<form');
  });
});

it('A promotion code and a country change the amount, and each mistake is said at its field', async () => {
  const tax = { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } } as const;
  const { stripe, books, get, post, path, pay } = await runPages({ more: { ...tax, allow_promotion_codes: true } });
  const { id: coupon } = await stripe.coupons.create({ percent_off: 100, duration: 'forever' });
  await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code: 'GIFT' });
  const refused = await post(`${path}/promotion`, { promotion: 'NONE' });
  expect([refused.status, refused.text.includes('This code is not valid.')]).toEqual([422, true]);
  const unready = await pay();
  expect([unready.status, unready.text.includes('id="country-note"')]).toEqual([422, true]);
  await post(`${path}/country`, { country: 'XX' });
  expect((await get(path)).text).not.toContain('Tax included');
  await post(`${path}/country`, { country: 'ES' });
  expect((await get(path)).text).toContain('Tax included (21%)');
  expect((await post(`${path}/promotion`, { promotion: 'gift' })).status).toBe(303);
  expect((await get(path)).text).toContain('$0.00');
  expect((await pay()).status).toBe(303);
  expect(books.tables.charges.newest()).toEqual([]);
  expect(books.tables.invoices.newest()).toMatchObject([{ status: 'paid', total: 0 }]);
});
