import { describe, expect, it } from 'vitest';
import { openCheckout, runPages } from './pages-server.ts';

const filled = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Ada Lovelace' };

describe('the page of a Checkout Session', () => {
  it('says what is bought, for how much, how often and by whom, and that no money moves', async () => {
    const { get } = await runPages();
    const { status, text } = await get('/checkout/cs_1');
    expect(status).toBe(200);
    for (const each of ['3 months', '$29.99', 'every 3 months', 'ada@example.org', 'no money moves', 'Pay $29.99'])
      expect(text).toContain(each);
    expect(text).toContain('href="https://site.example/cabinet/payment?payment=1&#38;back=1"');
  });

  it.each([
    ['es', 'en', 'Pagar 29,99\u00A0US$'],
    ['es-419', 'en', 'cada 3 meses'],
    ['en', 'es', 'Pay $29.99'],
    ['auto', 'es', 'Pagar 29,99\u00A0US$'],
    [null, 'es', 'no se mueve dinero'],
    [null, 'fr', 'no money moves'],
  ])('is in the language of the session, else of the browser: %s, %s', async (locale, browser, words) => {
    const { get } = await runPages({ checkout: { ...openCheckout, locale } });
    expect((await get('/checkout/cs_1', { 'Accept-Language': browser })).text).toContain(words);
  });

  it('says what a balance pays of it, and what comes afterwards', async () => {
    const { get } = await runPages({ checkout: { ...openCheckout, amount: 2499, balance: 500 } });
    const { text } = await get('/checkout/cs_1');
    expect(text).toMatch(/Applied balance.+-\$5\.00.+Afterwards.+\$29\.99.+Pay \$24\.99/s);
  });

  it('runs nothing, loads nothing, and lets its form lead back to the site', async () => {
    const { get } = await runPages();
    const { text, headers } = await get('/checkout/cs_1');
    expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['content-security-policy']).toContain("form-action 'self' https://site.example;");
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('can be filled for a test card by a tap', async () => {
    const { get } = await runPages();
    const { text } = await get('/checkout/cs_1');
    const links = [...text.matchAll(/href="\/dev\/stripe(\/checkout\/cs_1\?card=\w+)#pay"/g)].map(([, path]) => path!);
    expect(links).toHaveLength(5);
    const numbers = await Promise.all(
      links.map(async (path) => /name="number"\s+value="([^"]*)"/.exec((await get(path)).text)?.[1]),
    );
    expect(numbers).toEqual([
      '4242 4242 4242 4242',
      '4000 0000 0000 0002',
      '4000 0000 0000 9995',
      '4000 0025 0000 3155',
      '4000 0000 0000 0341',
    ]);
  });

  it('escapes what it is told', async () => {
    const { get } = await runPages({ checkout: { ...openCheckout, description: '<script>alert(1)</script>' } });
    expect((await get('/checkout/cs_1')).text).not.toContain('<script>');
  });

  it('is not there for an unknown session', async () => {
    const { get, post } = await runPages();
    expect((await get('/checkout/cs_2')).status).toBe(404);
    expect((await post('/checkout/cs_2', { ...filled, number: '' })).status).toBe(404);
  });
});

describe('a payment', () => {
  it('leads back to the site', async () => {
    const { state, post } = await runPages();
    const { status, headers } = await post('/checkout/cs_1', filled);
    expect([status, headers.location]).toEqual([303, openCheckout.returnUrl]);
    expect(headers['content-security-policy']).toContain("form-action 'self' https://site.example;");
    const { number, cvc, name } = filled;
    expect(state.cards).toEqual([{ number, cvc, name, expMonth: 12, expYear: 2034 }]);
  });

  it('that is sent twice leads back to the site twice', async () => {
    const { post } = await runPages();
    const answers = await Promise.all([post('/checkout/cs_1', filled), post('/checkout/cs_1', filled)]);
    expect(answers.map(({ headers }) => headers.location)).toEqual([openCheckout.returnUrl, openCheckout.returnUrl]);
  });

  it.each(['12/34', '1234', '12-2034', '12 34'])('takes the expiry date %s', async (expiry) => {
    const { state, post } = await runPages();
    await post('/checkout/cs_1', { ...filled, expiry });
    expect(state.cards).toMatchObject([{ expMonth: 12, expYear: 2034 }]);
  });

  it.each([
    ['number', '4242', 'Your card number is incomplete.'],
    ['expiry', '12', 'Your card&#39;s expiration date is incomplete.'],
    ['cvc', '1', 'Your card&#39;s security code is incomplete.'],
  ])('is not tried while the %s is incomplete', async (field, value, message) => {
    const { state, post } = await runPages();
    const { status, text } = await post('/checkout/cs_1', { ...filled, [field]: value });
    expect(status).toBe(422);
    expect(text).toContain(`<p id="${field}-note" class="problem" role="alert">${message}</p>`);
    expect(text).toMatch(new RegExp(`name="${field}"[^>]*aria-describedby="${field}-note"[^>]*aria-invalid="true"`));
    expect(state.cards).toEqual([]);
  });

  it('that is declined keeps the form and says why in the words of Stripe, at the field', async () => {
    const message = "Your card's security code is incorrect.";
    const { post } = await runPages({ answer: { kind: 'declined', message, field: 'cvc' } });
    const { status, text } = await post('/checkout/cs_1', filled);
    expect(status).toBe(422);
    expect(text).toContain('<title>Problem: Payment: 3 months</title>');
    expect(text).toContain('<p id="cvc-note" class="problem" role="alert">Your card&#39;s security code is incorrect.');
    for (const value of Object.values(filled)) expect(text).toContain(`value="${value}"`);
  });

  it('that is declined as a whole says so above the form, in Spanish where the page is', async () => {
    const answer = { kind: 'declined', message: 'Your card has insufficient funds.' } as const;
    const { post } = await runPages({ answer, checkout: { ...openCheckout, locale: 'es' } });
    const { text } = await post('/checkout/cs_1', filled);
    expect(text).toContain('<p class="problem alone" role="alert">Tu tarjeta no tiene fondos suficientes.</p>');
    expect(text).not.toMatch(/<input[^>]*aria-invalid/);
  });

  it('waits for the bank where it asks, and goes on with the answer', async () => {
    const { state, get, post } = await runPages({ answer: { kind: 'authenticate' } });
    expect((await post('/checkout/cs_1', filled)).headers.location).toBe('/dev/stripe/checkout/cs_1');
    state.checkout = { ...openCheckout, isAuthenticating: true };
    const { text } = await get('/checkout/cs_1');
    expect(text).toContain('action="/dev/stripe/checkout/cs_1/authentication"');
    expect(text).toContain('3-D Secure');
    state.answer = { kind: 'paid', returnUrl: openCheckout.returnUrl };
    const confirmed = await post('/checkout/cs_1/authentication', { answer: 'confirm' });
    expect(confirmed.headers.location).toBe(openCheckout.returnUrl);
    expect(state.answers).toEqual(['confirm']);
  });

  it('that is refused to the bank can be tried with another card', async () => {
    const message = 'We are unable to authenticate your payment method.';
    const { state, post } = await runPages({ answer: { kind: 'declined', message } });
    const { status, text } = await post('/checkout/cs_1/authentication', { answer: 'refuse' });
    expect(state.answers).toEqual(['refuse']);
    expect(status).toBe(422);
    expect(text).toContain(message);
    expect(text).toContain('action="/dev/stripe/checkout/cs_1"');
  });
});

describe('a session that is over', () => {
  it('leads on where it is paid', async () => {
    const { get } = await runPages({ checkout: { ...openCheckout, status: 'complete' } });
    const { text } = await get('/checkout/cs_1');
    expect(text).toContain('This is paid');
    expect(text).toContain(`href="${openCheckout.returnUrl}"`);
    expect(text).not.toContain('<form');
  });

  it('leads back where it has expired', async () => {
    const { get } = await runPages({ checkout: { ...openCheckout, status: 'expired' } });
    const { text } = await get('/checkout/cs_1');
    expect(text).toContain('This page has expired');
    expect(text).toContain('payment=1&#38;back=1"');
    expect(text).not.toContain('<form');
  });

  it('is shown as that to a customer who pays too late', async () => {
    const { post } = await runPages({ answer: { kind: 'gone' } });
    const { status, headers } = await post('/checkout/cs_1', filled);
    expect([status, headers.location]).toEqual([303, '/dev/stripe/checkout/cs_1']);
  });
});
