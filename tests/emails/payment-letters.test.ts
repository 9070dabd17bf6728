import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeLetter } from '../../api/emails/letter.ts';
import type { MailRequest } from '../../api/emails/mail.ts';
import { renderText } from '../../api/emails/render-text.ts';

type Language = 'en' | 'es';
type Bought = Extract<MailRequest, { at: string }>;

const company = { name: 'Still', number: '1', address: '1 Lane', email: 'hello@example.org' };
const now = Date.parse('2026-11-22T12:00:00.000Z');

/** The words of a mail, with plain spaces. */
function write(request: MailRequest, language: Language = 'en'): string {
  const options = { language, firstName: 'Ada', publicUrl: 'https://still.example', company, now };
  const letter = writeLetter({ request, ticket: '' }, options);
  return [letter.subject, renderText(letter)].join('\n').replaceAll('\u00A0', ' ');
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
    expect(text).toContain('Within 14 days');
    expect(write(receipt, 'es')).toContain('El 22 de noviembre de 2026 recibimos 14,99 US$ por tu plan Básico.');
    expect(write(receipt, 'es')).toContain('Tu plan se renueva el 22 de diciembre de 2026.');
  });

  it('says that nothing more is taken where nothing renews', () => {
    const once: Bought = { ...receipt, plan: 'lifetime', amount: 8999, renewsAt: null };
    expect(write(once)).toContain('Nothing more will be taken.');
    expect(write(once)).not.toContain('renews');
    expect(write(once, 'es')).toContain('No se te cobrará nada más.');
  });

  it('writes amounts of currencies without cents as they are', () => {
    expect(write({ ...receipt, amount: 2000, currency: 'JPY' })).toContain('¥2,000 for your');
  });
});

it('A failed payment names the day until which sessions stay open', () => {
  const { plan, amount, currency } = receipt;
  const accessUntil = '2026-11-25T00:00:00.000Z';
  const failed: MailRequest = { template: 'payment_failed', userId: 'id', plan, amount, currency, accessUntil };
  expect(write(failed)).toContain('Your sessions stay open until November 25, 2026.');
  expect(write(failed)).toContain('https://still.example/cabinet/payment?locale=en');
  expect(write(failed, 'es')).toContain('Tus sesiones siguen abiertas hasta el 25 de noviembre de 2026.');
});

const ends = (endsAt: string): MailRequest => ({
  template: 'subscription_ends',
  userId: 'id',
  plan: 'three_months',
  endsAt,
});

describe('a plan that does not renew', () => {
  it('can be resumed until it ends', () => {
    const text = write(ends('2026-11-22T12:00:01.000Z'));
    expect(text).toContain('Your 3 months plan runs until November 22, 2026');
    expect(text).toContain('resume it in your profile');
  });

  it('can be chosen again once it has ended', () => {
    const text = write(ends('2026-11-22T12:00:00.000Z'));
    expect(text).toContain('Your 3 months plan ended on November 22, 2026.');
    expect(text).not.toContain('resume');
    expect(write(ends('2026-11-22T12:00:00.000Z'), 'es')).toContain('Tu plan 3 meses terminó el 22 de noviembre');
  });
});

it('A refund says how much comes back, and how long banks take', () => {
  const text = write({ ...receipt, template: 'refund_done', renewsAt: null });
  expect(text).toContain('we sent $14.99 for your Basic plan back to the card');
  expect(text).toContain('5 to 10 days');
  expect(text).not.toMatch(/https?:/);
});

describe('a dispute', () => {
  const { userId, plan, amount, currency, at } = receipt;
  const payment = { userId, plan, amount, currency, at } as const;
  const suspended: MailRequest = { template: 'access_suspended', ...payment };
  const won = (parts: Partial<Extract<MailRequest, { template: 'dispute_won' }>>): MailRequest => ({
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
    expect(text).toContain("Meanwhile, your plan doesn't renew");
    expect(text).toContain('https://still.example/cabinet/payment?locale=en');
    expect(write(suspended, 'es')).toContain('tus sesiones están cerradas');
    expect(write({ ...suspended, plan: 'lifetime' })).not.toContain('renew');
    expect(write({ ...suspended, plan: 'lifetime' }, 'es')).not.toContain('renueva');
  });

  it('that is won says what becomes of the plan', () => {
    expect(write(won({ endsAt: '2026-12-22T00:00:00.000Z' }))).toContain(
      'Your sessions are open until December 22, 2026. Your plan does not renew after that',
    );
    expect(write(won({ endsAt: '2026-12-22T00:00:00.000Z' }), 'es')).toContain('hasta el 22 de diciembre de 2026');
    expect(write(won({ renewsAt: '2026-12-22T00:00:00.000Z' }))).toContain('renews on December 22, 2026');
    expect(write(won({ endsAt: '2026-11-20T00:00:00.000Z' }))).toContain('ended on November 20, 2026');
    expect(write(won({ endsAt: '2026-11-20T00:00:00.000Z' }))).not.toContain('sessions are open');
    expect(write(won({ plan: 'lifetime' }))).toContain('Your sessions are open again, and nothing more is taken.');
    expect(write(won({ plan: 'basic' }))).not.toContain('sessions are open');
  });
});

it.each(['en', 'es'] as const)('Plans have the names that the site gives them (%s)', (language) => {
  const file = new URL(`../../web/locales/${language}/plan.yaml`, import.meta.url);
  const words = parse(readFileSync(file, 'utf8')) as { plans: Record<string, { name?: string }> };
  for (const plan of ['basic', 'three_months', 'lifetime'] as const)
    expect(write({ ...receipt, plan }, language)).toContain(words.plans[plan]?.name);
});
