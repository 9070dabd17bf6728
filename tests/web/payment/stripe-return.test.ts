import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  removeBegunPayment,
  saveBegunPayment,
  readStripeReturn,
  takeStripeReturn,
} from '../../../web/pages/cabinet/payment/stripe-return.ts';
import { stubTabStorage } from '../session/browser.ts';

test.each([
  ['?payment=p1', { id: 'p1', back: false }],
  ['?payment=p1&back=1', { id: 'p1', back: true }],
  ['', null],
  ['?payment=', null],
  ['?back=1', null],
  [`?payment=${'x'.repeat(101)}`, null],
])('%s', (search, expected) => {
  expect(readStripeReturn(search)).toEqual(expected);
});

describe('a tab that was left for the page of Stripe', () => {
  beforeEach(() => {
    stubTabStorage();
    return () => vi.unstubAllGlobals();
  });

  test('knows once that it came back without an address that says so', () => {
    saveBegunPayment('p1');
    expect(takeStripeReturn('')).toEqual({ id: 'p1', back: true });
    expect(takeStripeReturn('')).toBeNull();
  });

  test('is told nothing more where the page came back as it was', () => {
    saveBegunPayment('p1');
    removeBegunPayment();
    expect(takeStripeReturn('')).toBeNull();
  });

  test('believes the address more', () => {
    saveBegunPayment('p1');
    expect(takeStripeReturn('?payment=p2')).toEqual({ id: 'p2', back: false });
    expect(takeStripeReturn('')).toBeNull();
  });
});
