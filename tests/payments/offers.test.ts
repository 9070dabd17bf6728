import { expect, test } from 'vitest';
import { plansIn } from '../../api/payments/offers.ts';
import { localPlans, plans } from '../harness/small-site.ts';

test.each([
  { country: null, paid: null, currency: 'USD' },
  { country: 'US', paid: null, currency: 'USD' },
  { country: 'DE', paid: null, currency: 'EUR' },
  { country: 'ES', paid: null, currency: 'EUR' },
  { country: 'JP', paid: null, currency: 'JPY' },
  { country: 'US', paid: 'EUR', currency: 'EUR' },
  { country: null, paid: 'JPY', currency: 'JPY' },
  { country: 'DE', paid: 'USD', currency: 'USD' },
  // Plans were sold in it once.
  { country: 'DE', paid: 'CHF', currency: 'EUR' },
  { country: 'US', paid: 'CHF', currency: 'USD' },
])('A customer in $country who has paid in $paid is offered every plan in $currency', ({ currency, ...payer }) => {
  const offered = plansIn(localPlans, payer);
  expect(offered.map(({ id }) => id)).toEqual(plans.map(({ id }) => id));
  expect(new Set(offered.map((plan) => plan.currency))).toEqual(new Set([currency]));
});

test('Where no local prices are set, the country changes nothing', () => {
  expect(plansIn(plans, { country: 'DE', paid: null })).toEqual(plans);
  expect(plansIn([], { country: 'DE', paid: null })).toEqual([]);
});
