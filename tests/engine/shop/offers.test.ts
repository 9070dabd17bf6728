import { expect, test } from 'vitest';
import { offersAfter } from '../../../engine/shop/offers.ts';

const plans = [
  { id: 'basic', amount: 1499 },
  { id: 'lifetime', amount: 8999 },
  { id: 'basic', offer: 'basic_b', amount: 999 },
];
const variants = [
  { name: 'now', weight: 1 },
  { name: 'lower', weight: 1, plans: ['lifetime', 'basic_b'] },
];
const funnel = { experiments: [{ name: 'price', variants }] };
const amounts = (variant?: string, offered = plans) =>
  offersAfter(offered, funnel, variant === undefined ? undefined : { variants: { price: variant } }).map(
    ({ amount }) => amount,
  );

test('a variant with plans of its own offers these, in its order', () => {
  expect(amounts('lower')).toEqual([8999, 999]);
});

test('everybody else is offered every plan at its usual price', () => {
  for (const variant of ['now', 'gone', undefined]) expect(amounts(variant)).toEqual([1499, 8999]);
  expect(offersAfter(plans)).toEqual(plans.slice(0, 2));
});

test('an offer that is no longer there leaves the others, and all usual prices where none is left', () => {
  expect(amounts('lower', plans.slice(0, 2))).toEqual([8999]);
  expect(amounts('lower', plans.slice(0, 1))).toEqual([1499]);
});
