import { describe, expect, it } from 'vitest';
import { openInvoice, runPages } from './pages-server.ts';

const filled = { number: '4242424242424242', expiry: '1234', cvc: '123', name: '' };
const paidInvoice = { ...openInvoice, status: 'paid', paidAt: Date.UTC(2026, 10, 23) / 1000 } as const;

describe('the page of an invoice', () => {
  it('can be paid with another card while it is open', async () => {
    const { state, get, post } = await runPages();
    const { text } = await get('/invoice/in_1');
    for (const each of ['Invoice ABC-0002', '$29.99', 'To be paid', 'Pay $29.99']) expect(text).toContain(each);
    expect(text).toContain('November 21, 2026 – February 21, 2027');
    const { status, headers } = await post('/invoice/in_1', filled);
    expect([status, headers.location]).toEqual([303, '/dev/stripe/invoice/in_1']);
    expect(state.cards).toEqual([{ number: filled.number, expMonth: 12, expYear: 2034, cvc: '123' }]);
  });

  it('says why a card is declined', async () => {
    const { post } = await runPages({ answer: { kind: 'declined', message: 'Your card was declined.' } });
    const { status, text } = await post('/invoice/in_1', filled);
    expect(status).toBe(422);
    expect(text).toContain('role="alert">Your card was declined.</p>');
  });

  it('asks for the bank', async () => {
    const { get } = await runPages({ invoice: { ...openInvoice, isAuthenticating: true } });
    expect((await get('/invoice/in_1')).text).toContain('action="/dev/stripe/invoice/in_1/authentication"');
  });

  it('is the proof of payment once it is paid', async () => {
    const { get } = await runPages({ invoice: paidInvoice });
    const { text } = await get('/invoice/in_1', { 'Accept-Language': 'es' });
    expect(text).toContain('Pagada');
    expect(text).toContain('23 de noviembre de 2026');
    expect(text).not.toContain('<form');
  });

  it.each(['void', 'uncollectible'] as const)('takes nothing where it is %s', async (status) => {
    const { get } = await runPages({ invoice: { ...openInvoice, status } });
    expect((await get('/invoice/in_1')).text).not.toContain('<form');
  });

  it('has a document that prints', async () => {
    const { get } = await runPages({ invoice: paidInvoice });
    const { status, text } = await get('/invoice/in_1/pdf');
    expect(status).toBe(200);
    expect(text).toContain('Invoice ABC-0002');
    for (const path of ['/invoice/in_2', '/invoice/in_2/pdf']) expect((await get(path)).status).toBe(404);
  });
});

describe('a receipt', () => {
  it('says what was paid with which card, and what came back', async () => {
    const { get, state } = await runPages();
    const { text } = await get('/receipt/ch_1');
    for (const each of ['$29.99', 'visa •••• 4242', 'November 21, 2026']) expect(text).toContain(each);
    expect(text).not.toContain('Refunded');
    state.refundedAmount = 1000;
    expect((await get('/receipt/ch_1')).text).toMatch(/Refunded<\/dt>\s*<dd>\$10\.00/);
    expect((await get('/receipt/ch_2')).status).toBe(404);
  });
});
