import { describe, expect, test } from 'vitest';
import { writeAmount } from '../../../engine/shop/money.ts';
import { pricePerDay, savingOf } from '../../../web/pages/plan/plans.ts';
import type { Plan } from '../../../web/site.ts';

const plan = (changes: Partial<Plan>): Plan => ({
  id: 'basic',
  amount: 1499,
  currency: 'USD',
  months: 1,
  recommended: false,
  ...changes,
});
/** The narrow and wide no-break spaces of Intl, as a plain space. */
const plain = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, ' ');

describe('the price of a plan', () => {
  test('is written as the language writes money', () => {
    expect(plain(writeAmount(plan({}), 'en'))).toBe('$14.99');
    expect(plain(writeAmount(plan({}), 'es'))).toBe('14,99 US$');
  });

  test('reads the amount in the smallest unit of its currency', () => {
    expect(plain(writeAmount(plan({ amount: 1500, currency: 'JPY' }), 'en'))).toBe('¥1,500');
    expect(plain(writeAmount(plan({ amount: 1500, currency: 'EUR' }), 'es'))).toBe('15,00 €');
  });
});

describe('the price per day', () => {
  test('spreads the price over the months it is paid for', () => {
    expect(pricePerDay(plan({ amount: 1499, months: 1 }), 'en')).toBe('$0.50');
    expect(pricePerDay(plan({ amount: 2999, months: 3 }), 'en')).toBe('$0.33');
  });

  test('is never below what is really paid', () => {
    const cents = Number(pricePerDay(plan({ amount: 1001, months: 1 }), 'en')!.slice(1)) * 100;
    expect((cents * 365) / 12).toBeGreaterThanOrEqual(1001);
  });

  test('is not said of a plan that is paid once', () => {
    expect(pricePerDay(plan({ id: 'lifetime', months: null }), 'en')).toBeNull();
  });
});

describe('the saving of a plan', () => {
  const basic = plan({});
  const three = plan({ id: 'three_months', amount: 2999, months: 3 });
  const lifetime = plan({ id: 'lifetime', amount: 8999, months: null });
  const offered = [basic, three, lifetime];

  test('is a share of what the same months would cost one by one, never more than is saved', () => {
    expect(savingOf(three, offered)).toEqual({ share: 0.33 });
  });

  test('of a plan that is paid once is how many months cost more', () => {
    expect(savingOf(lifetime, offered)).toEqual({ months: 7 });
    expect(savingOf({ ...lifetime, amount: 2 * 1499 }, offered)).toEqual({ months: 3 });
  });

  test('is not said of the plan that others are compared with, nor where there is none', () => {
    expect(savingOf(basic, offered)).toBeNull();
    expect(savingOf({ ...three, amount: 3 * 1499 }, offered)).toBeNull();
    expect(savingOf(lifetime, [lifetime])).toBeNull();
  });
});
