import { describe, expect, test } from 'vitest';
import { basePlans, describePlans, loadPlans } from '../../scripts/build/load-plans.ts';

const file = {
  currency: 'USD',
  plans: {
    basic: { price: 14.99, months: 1 },
    three_months: { price: 29.99, months: 3, recommended: true },
    lifetime: { price: 89.99 },
  },
};
const prices = { basic: 13.99, three_months: 27.99, lifetime: 84.99 };
const messageOf = (written: object) => {
  try {
    describePlans(written as Parameters<typeof describePlans>[0]);
    return 'taken';
  } catch (error) {
    return (error as Error).message.replaceAll('content/plans.yaml: ', '');
  }
};

test('The plans of the site are sold at the prices of the specification, in dollars alone', () => {
  expect(loadPlans().map(({ id, amount, currency, countries }) => [id, amount, currency, countries])).toEqual([
    ['basic', 1499, 'USD', undefined],
    ['three_months', 2999, 'USD', undefined],
    ['lifetime', 8999, 'USD', undefined],
  ]);
});

describe('Local prices', () => {
  test('are every plan and offer once more, in the smallest unit of the currency', () => {
    const offers = { basic_b: { plan: 'basic', price: 9.99 } } as const;
    const yen = { countries: ['JP'], prices: { basic: 1500, three_months: 3000, lifetime: 9800, basic_b: 1000 } };
    const euros = { countries: ['DE', 'ES'], prices: { ...prices, basic_b: 9.49 } };
    const plans = describePlans({ ...file, offers, local: { EUR: euros, JPY: yen } });
    expect(plans.map(({ id, offer, amount, currency }) => [currency, offer ?? id, amount])).toEqual([
      ['USD', 'basic', 1499],
      ['USD', 'three_months', 2999],
      ['USD', 'lifetime', 8999],
      ['USD', 'basic_b', 999],
      ['EUR', 'basic', 1399],
      ['EUR', 'three_months', 2799],
      ['EUR', 'lifetime', 8499],
      ['EUR', 'basic_b', 949],
      ['JPY', 'basic', 1500],
      ['JPY', 'three_months', 3000],
      ['JPY', 'lifetime', 9800],
      ['JPY', 'basic_b', 1000],
    ]);
    expect(plans[5]).toEqual({ ...plans[1], amount: 2799, currency: 'EUR', countries: ['DE', 'ES'] });
    expect(basePlans(plans)).toEqual(plans.slice(0, 4));
  });

  test.each([
    ['without a plan', { prices: { basic: 13.99, lifetime: 84.99 } }, 'local.EUR: three_months has no price.'],
    [
      'of a plan that there is not',
      { prices: { ...prices, yearly: 99 } },
      'local.EUR: there is no plan or offer yearly.',
    ],
    [
      'with more decimals than the currency',
      { prices: { ...prices, basic: 13.999 } },
      '13.999 EUR is no price: EUR has 2 decimals.',
    ],
    [
      'for what is no country',
      { countries: ['DE', 'EU', 'UK', 'XX'] },
      ['EU', 'UK', 'XX'].map((code) => `local.EUR: ${code} is not a country's code, such as DE.`).join('\n'),
    ],
  ])('%s are refused', (_, euros, message) => {
    expect(messageOf({ ...file, local: { EUR: { countries: ['DE'], prices, ...euros } } })).toBe(message);
  });

  test.each([
    ['for a country that has others', { JPY: 'DE' }, 'DE is in local.EUR and in local.JPY.'],
    ['in the currency of all other countries', { USD: 'US' }, 'local.USD: these are the prices of all other'],
    ['in what is no currency', { EUX: 'FR' }, 'EUX is not a currency.'],
    ['in a currency that pages and Stripe count differently', { KWD: 'KW' }, "Plans can't be sold in KWD"],
  ])('%s are refused', (_, other, message) => {
    const whole = { basic: 10, three_months: 20, lifetime: 30 };
    const [[currency, country]] = Object.entries(other) as [[string, string]];
    const others = { [currency]: { countries: [country], prices: whole } };
    expect(messageOf({ ...file, local: { EUR: { countries: ['DE'], prices }, ...others } })).toContain(message);
  });

  test('in yen have no decimals', () => {
    const yen = { countries: ['JP'], prices: { basic: 1500.5, three_months: 3000, lifetime: 9800 } };
    expect(messageOf({ ...file, local: { JPY: yen } })).toBe('1500.5 JPY is no price: JPY has 0 decimals.');
  });
});
