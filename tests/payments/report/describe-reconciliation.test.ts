import { expect, test } from 'vitest';
import { StripeError } from '../../../api/payments/stripe.ts';
import { describeReconciliation } from '../../../scripts/payments/commands.ts';

test('a reconciliation that found nothing says how many customers it looked at', () => {
  expect(describeReconciliation({ checked: 1, otherMode: 0, differences: [], failures: [] })).toEqual([
    '1 customer looked at, no differences.',
  ]);
});

test('a reconciliation says what was before and what is now, and who could not be looked at', () => {
  const difference = { userId: 'u1', what: 'access', before: 'none', after: 'to 2026-12-01' };
  const failure = { userId: 'u2', error: new StripeError('no answer') };
  expect(describeReconciliation({ checked: 3, otherMode: 2, differences: [difference], failures: [failure] })).toEqual([
    'user u1, access: none → to 2026-12-01',
    'user u2 could not be looked at: no answer',
    '3 customers looked at, 1 difference put right, 2 made with a test key not counted, 1 failed.',
  ]);
});
