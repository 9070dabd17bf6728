import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeEmail } from '../../api/emails/email.ts';
import type { EmailRequest } from '../../api/emails/requests.ts';
import { renderHtml, renderText } from '../../api/emails/render.ts';

type Language = 'en' | 'es';
type Bought = Extract<EmailRequest, { template: 'payment_receipt' }>;
type Refund = Extract<EmailRequest, { template: 'refund_done' }>;

const company = { name: 'Still', number: '1', address: '1 Lane', email: 'hello@example.org' };
const now = Date.parse('2026-11-22T12:00:00.000Z');

const options = { firstName: 'Ada', publicUrl: 'https://still.example', company, now };

/** The words of an email, with plain spaces. */
function write(request: EmailRequest, language: Language = 'en'): string {
  const email = writeEmail({ request, ticket: '' }, { ...options, language });
  return [email.subject, renderText(email)].join('\n').replaceAll('\u00A0', ' ');
}

const receipt: Bought = {
  template: 'payment_receipt',
  userId: 'id',
  plan: 'basic',
  amount: 1499,
  currency: 'USD',
  at: '2026-11-22T23:59:59.000Z',
  renewsAt: '2026-12-22T23:59:59.000Z',
};

describe('a receipt', () => {
  it('says what was paid, when, and when it renews', () => {
    const text = write(receipt);
    expect(text).toContain('On November 22, 2026 we received $14.99 for your Basic plan.');
    expect(text).toContain('Your plan renews on December 22, 2026.');
    expect(text).not.toContain('full refund');
    expect(write(receipt, 'es')).toContain('El 22 de noviembre de 2026 recibimos 14,99 US$ por tu plan Básico.');
    expect(write(receipt, 'es')).toContain('Tu plan se renueva el 22 de diciembre de 2026.');
  });

  it('says that nothing more is charged where nothing renews', () => {
    const once: Bought = { ...receipt, plan: 'lifetime', amount: 8999, renewsAt: null };
    expect(write(once)).toContain('Nothing more will be charged for it.');
    expect(write(once)).not.toContain('renews');
    expect(write(once, 'es')).toContain('No se te cobrará nada más por él.');
  });

  it('says until when the guarantee covers it, and which plan no longer renews', () => {
    const parts = { plan: 'lifetime', renewsAt: null, refundableUntil: '2026-12-06T23:59:59.000Z' } as const;
    const text = write({ ...receipt, ...parts, replaces: 'basic' });
    expect(text).toContain('Your Basic plan no longer renews.');
    expect(text).toContain('Until December 6, 2026 you can get a full refund');
    expect(write({ ...receipt, ...parts, replaces: 'basic' }, 'es')).toContain('Tu plan Básico ya no se renueva.');
    expect(write({ ...receipt, ...parts }, 'es')).toContain(
      'Hasta el 6 de diciembre de 2026 puedes pedir que te devolvamos el pago entero',
    );
  });

  it('names what was taken off for what was left of a plan', () => {
    const switched: Bought = { ...receipt, plan: 'lifetime', renewsAt: null, replaces: 'basic', credit: 1200 };
    expect(write(switched)).toContain('$12.00 was taken off the price for what was left of your former plan.');
    expect(write(switched, 'es')).toMatch(/Del precio descontamos 12,00.US\$ por lo que quedaba de tu plan anterior\./);
    expect(write({ ...receipt, replaces: 'basic' })).not.toContain('taken off');
  });

  it('has a table of what was paid: without tax, the tax and the total', () => {
    const taxed = { ...receipt, invoice: { number: 'A1-0001', tax: 250, last4: '4242' } };
    expect(write(taxed)).toContain('\n\nYour Basic plan: $12.49\nTax: $2.50\nTotal: $14.99\n\n');
    expect(write(taxed, 'es')).toContain('\n\nTu plan Básico: 12,49 US$\nImpuestos: 2,50 US$\nTotal: 14,99 US$\n\n');
    expect(write(receipt)).toContain('\n\nYour Basic plan: $14.99\nTotal: $14.99\n\n');
    expect(write({ ...receipt, amount: 0 })).not.toContain('Total');
  });

  it('shows the table in its HTML too, its total last', () => {
    const taxed = { ...receipt, invoice: { number: 'A1-0001', tax: 250, last4: '4242' } };
    const rows = renderHtml(writeEmail({ request: taxed, ticket: '' }, { ...options, language: 'en' }))
      .match(/<t[hd][^>]*>[^<]*/g)!
      .map((cell) => cell.replace(/<[^>]*>/, ''));
    expect(rows).toEqual(['Your Basic plan', '$12.49', 'Tax', '$2.50', 'Total', '$14.99']);
  });

  it('names the invoice and the card, as far as they are known', () => {
    const named = { ...receipt, invoice: { number: 'A1-0001', tax: 250, last4: '4242' } };
    expect(write(named)).toContain('Invoice A1-0001, paid with the card ending in 4242.');
    expect(write(named, 'es')).toContain('Factura A1-0001, pagada con la tarjeta terminada en 4242.');
    expect(write({ ...receipt, invoice: { number: 'A1-0001', tax: 0, last4: null } })).toContain('Invoice A1-0001. It');
    expect(write(receipt)).toContain('The invoice is in your profile.');
  });

  it('promises no open sessions where the bank has asked for the payment back already', () => {
    expect(write({ ...receipt, isDisputed: true })).not.toContain('You have access to every session');
  });

  it('writes amounts of currencies without cents as they are', () => {
    expect(write({ ...receipt, amount: 2000, currency: 'JPY' })).toContain('¥2,000 for your');
  });
});

it('A failed payment names the day until which sessions stay open', () => {
  const { plan, amount, currency } = receipt;
  const accessUntil = '2026-11-25T00:00:00.000Z';
  const about = { template: 'payment_failed', userId: 'id', plan, amount, currency, accessUntil } as const;
  const failed: EmailRequest = { ...about, nextTryAt: '2026-11-24T12:00:00.000Z' };
  expect(write(failed)).toContain('Your sessions stay open until November 25, 2026.');
  expect(write(failed)).toContain('https://still.example/cabinet/payment?locale=en');
  expect(write(failed, 'es')).toContain('Tus sesiones siguen abiertas hasta el 25 de noviembre de 2026.');
  expect(write(failed)).toContain('We’ll try again on November 24, 2026.');
  expect(write(failed, 'es')).toContain('Volveremos a intentarlo el 24 de noviembre de 2026.');

  const last: EmailRequest = { ...about, accessUntil: '2026-11-20T12:00:00.000Z', nextTryAt: null };
  expect(write(last)).toContain('Your sessions are closed for now. They open again as soon as it’s paid');
  expect(write(last)).toContain('We won’t try this card again by ourselves.');
  expect(write(last)).not.toContain('November 20');
});

it('A reminder says what is charged when, and how to stop it', () => {
  const { plan, amount, currency } = receipt;
  const renewsAt = '2026-11-29T12:00:00.000Z';
  const text = write({ template: 'renewal_ahead', userId: 'id', plan, amount, currency, renewsAt });
  expect(text).toContain('renews on November 29, 2026, and we’ll charge');
  expect(text).toContain('cancel the plan in your profile before that day');
  expect(text).toContain('https://still.example/cabinet/profile?locale=en');
});

const ends = (endsAt: string): EmailRequest => ({
  template: 'subscription_ends',
  userId: 'id',
  plan: 'three_months',
  endsAt,
});

describe('a plan that does not renew', () => {
  it('can be resumed until it ends', () => {
    const text = write(ends('2026-11-22T12:00:01.000Z'));
    expect(text).toContain('Your 3-month plan runs until November 22, 2026');
    expect(text).toContain('turn renewal back on in your profile');
  });

  it('can be chosen again once it has ended', () => {
    const text = write(ends('2026-11-22T12:00:00.000Z'));
    expect(text).toContain('Your 3-month plan ended on November 22, 2026.');
    expect(text).not.toContain('renewal');
    expect(write(ends('2026-11-22T12:00:00.000Z'), 'es')).toContain('Tu plan de 3 meses terminó el 22 de noviembre');
  });
});

describe('a plan whose bank asks for a payment back', () => {
  it('is not said to be resumed in the profile', () => {
    expect(write({ ...ends('2026-12-22T12:00:00.000Z'), isContested: true } as EmailRequest)).not.toContain(
      'turn renewal back on',
    );
  });
});

const refund: Refund = {
  template: 'refund_done',
  userId: 'id',
  plan: 'lifetime',
  amount: 8999,
  currency: 'USD',
  at: receipt.at,
};

it.each([
  { name: 'nothing', parts: { isOver: true }, en: 'the sessions are closed', es: 'tus sesiones se cierran' },
  { name: 'all', parts: { isOver: false }, en: 'nothing changes', es: 'no cambia nada' },
  {
    name: 'Lifetime',
    parts: { isOver: true, left: { plan: 'lifetime', renewsAt: null, endsAt: null } },
    en: 'You still have your Lifetime plan, and you have access to every session.',
    es: 'Conservas tu plan de por vida y tienes acceso a todas las sesiones.',
  },
  {
    name: 'a plan that ends',
    parts: { isOver: true, left: { plan: 'basic', renewsAt: null, endsAt: '2026-12-22T00:00:00.000Z' } },
    en: 'your Basic plan: you have access to every session until December 22, 2026. It doesn’t renew',
    es: 'tu plan Básico: tienes acceso a todas las sesiones hasta el 22 de diciembre de 2026. Después no se renueva',
  },
  {
    name: 'a plan that renews',
    parts: { isOver: true, left: { plan: 'basic', renewsAt: '2026-12-22T00:00:00.000Z', endsAt: null } },
    en: 'your Basic plan, which renews on December 22, 2026.',
    es: 'tu plan Básico, que se renueva el 22 de diciembre de 2026.',
  },
] as const)('A refund says what is left of what was bought: $name', ({ name, parts, en, es }) => {
  expect(write({ ...refund, ...parts })).toContain(en);
  expect(write({ ...refund, ...parts }, 'es')).toContain(es);
  if (name !== 'nothing') expect(write({ ...refund, ...parts })).not.toContain('closed');
});

it('A refund says how much comes back, and how long banks take', () => {
  const text = write({ ...refund, plan: 'basic', amount: 1499 });
  expect(text).toContain('we sent $14.99 for your Basic plan back to the card');
  expect(text).toContain('5 to 10 days');
  expect(text).not.toMatch(/https?:/);
});

describe('a dispute', () => {
  const { userId, plan, amount, currency, at } = receipt;
  const payment = { userId, plan, amount, currency, at } as const;
  const suspended: EmailRequest = { template: 'access_suspended', ...payment };
  const won = (parts: Partial<Extract<EmailRequest, { template: 'dispute_won' }>>): EmailRequest => ({
    template: 'dispute_won',
    ...payment,
    renewsAt: null,
    endsAt: null,
    ...parts,
  });

  it('that suspends access says which payment, what follows, and where to look', () => {
    const text = write(suspended);
    expect(text).toContain('$14.99');
    expect(text).toContain('your sessions are closed');
    expect(text).toContain('Meanwhile, your plan doesn’t renew');
    expect(text).toContain('https://still.example/cabinet/payment?locale=en');
    expect(write(suspended, 'es')).toContain('tus sesiones estarán cerradas');
    expect(write({ ...suspended, plan: 'lifetime' })).not.toContain('renew');
    expect(write({ ...suspended, plan: 'lifetime' }, 'es')).not.toContain('renueva');
  });

  it('that is won says what becomes of the plan', () => {
    expect(write(won({ endsAt: '2026-12-22T00:00:00.000Z' }))).toContain(
      'Your sessions are open until December 22, 2026. Your plan doesn’t renew after that',
    );
    expect(write(won({ endsAt: '2026-12-22T00:00:00.000Z' }), 'es')).toContain('hasta el 22 de diciembre de 2026');
    expect(write(won({ renewsAt: '2026-12-22T00:00:00.000Z' }))).toContain('renews on December 22, 2026');
    expect(write(won({ endsAt: '2026-11-20T00:00:00.000Z' }))).toContain('ended on November 20, 2026');
    expect(write(won({ endsAt: '2026-11-20T00:00:00.000Z' }))).not.toContain('sessions are open');
    expect(write(won({ plan: 'lifetime' }))).toContain('Your sessions are open again, and nothing more is charged.');
    expect(write(won({ plan: 'basic' }))).not.toContain('sessions are open');
  });
});

it.each(['en', 'es'] as const)('Plans are called in sentences as the site calls them there (%s)', (language) => {
  const file = new URL(`../../web/locales/${language}/cabinet.yaml`, import.meta.url);
  const words = parse(readFileSync(file, 'utf8')) as { profile: { plan: { called: Record<string, string> } } };
  for (const plan of ['basic', 'three_months', 'lifetime'] as const)
    expect(write({ ...receipt, plan }, language)).toContain(words.profile.plan.called[plan]);
});
