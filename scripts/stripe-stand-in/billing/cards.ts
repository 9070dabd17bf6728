import type { CardField, CardInput } from '../actions.ts';

/** The digits of a card that can be asked about, or what is wrong with it at first sight. */
export type CardReading =
  | { readonly isValid: true; readonly number: string; readonly brand: string; readonly last4: string }
  | { readonly isValid: false; readonly decline: Decline };

/** @param time seconds since 1970 */
export function readCard(card: CardInput, time: number): CardReading {
  const number = card.number.replaceAll(/[\s-]/g, '');
  const brand = brandOf(number);
  if (!/^\d{12,19}$/.test(number) || !hasLuhnDigit(number)) return invalid(declines.incorrectNumber);
  if (!Number.isInteger(card.expMonth) || card.expMonth < 1 || card.expMonth > 12)
    return invalid(declines.invalidMonth);
  if (!Number.isInteger(card.expYear) || isOver(card, time)) return invalid(declines.invalidExpiry);
  if (!/^\d+$/.test(card.cvc) || card.cvc.length !== (brand === 'amex' ? 4 : 3)) return invalid(declines.invalidCvc);
  return { isValid: true, number, brand, last4: number.slice(-4) };
}

function invalid(decline: Decline): CardReading {
  return { isValid: false, decline };
}

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^5[1-5]|^2[2-7]/.test(number)) return 'mastercard';
  return /^3[47]/.test(number) ? 'amex' : 'unknown';
}

/** It is good until the end of its month. */
function isOver({ expMonth, expYear }: CardInput, time: number): boolean {
  return Date.UTC(expYear, expMonth, 1) <= time * 1000;
}

function hasLuhnDigit(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** How a bank says no, in Stripe's words. */
export interface Decline {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
  /** What to correct on the page; null: nothing there is wrong. */
  readonly field: CardField | null;
}

const declined = { code: 'card_declined', field: null };

export const declines = {
  generic: { ...declined, declineCode: 'generic_decline', message: 'Your card was declined.' },
  insufficientFunds: {
    ...declined,
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  expiredCard: {
    code: 'expired_card',
    declineCode: 'expired_card',
    message: 'Your card has expired.',
    field: 'expiry',
  },
  incorrectCvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    field: 'cvc',
  },
  processingError: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    field: null,
  },
  notATestCard: {
    ...declined,
    declineCode: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
    field: 'number',
  },
  needsAuthentication: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
    field: null,
  },
  failedAuthentication: {
    code: 'payment_intent_authentication_failure',
    declineCode: null,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    field: null,
  },
  noCard: {
    code: 'resource_missing',
    declineCode: null,
    message: 'There is no payment method to charge this customer with.',
    field: null,
  },
  incorrectNumber: {
    code: 'incorrect_number',
    declineCode: null,
    message: 'Your card number is incorrect.',
    field: 'number',
  },
  invalidExpiry: {
    code: 'invalid_expiry_year',
    declineCode: null,
    message: "Your card's expiration date is in the past.",
    field: 'expiry',
  },
  invalidMonth: {
    code: 'invalid_expiry_month',
    declineCode: null,
    message: "Your card's expiration month is invalid.",
    field: 'expiry',
  },
  invalidCvc: {
    code: 'invalid_cvc',
    declineCode: null,
    message: "Your card's security code is invalid.",
    field: 'cvc',
  },
} as const satisfies Record<string, Decline>;

/** What a bank is asked for: somebody is at the page for all but the renewal. */
export type Occasion = 'checkout' | 'invoice' | 'setup' | 'renewal';

/** What the bank says to a payment. */
type BankAnswer =
  | { readonly kind: 'pays'; readonly isDisputed?: boolean }
  | { readonly kind: 'asks' }
  | { readonly kind: 'declines'; readonly decline: Decline };

const pays: BankAnswer = { kind: 'pays' };
const asks: BankAnswer = { kind: 'asks' };

type Bank = (occasion: Occasion) => BankAnswer;

/** Stripe's own test numbers (https://docs.stripe.com/testing), as they behave there but for one. */
const banks: Readonly<Record<string, Bank>> = {
  '4242424242424242': () => pays,
  '4000056655665556': () => pays,
  '5555555555554444': () => pays,
  '378282246310005': () => pays,
  '4000000000000002': no(declines.generic),
  '4000000000009995': no(declines.insufficientFunds),
  '4000000000000069': no(declines.expiredCard),
  '4000000000000127': no(declines.incorrectCvc),
  '4000000000000119': no(declines.processingError),
  // At Stripe it can be attached and never charged. Here it pays a Checkout Session, for renewals that fail.
  '4000000000000341': (occasion) =>
    occasion === 'checkout' || occasion === 'setup' ? pays : { kind: 'declines', decline: declines.generic },
  // Asks at its first payment, and is set up for renewals by it.
  '4000002500003155': (occasion) => (occasion === 'renewal' ? pays : asks),
  // Asks each time, so that its renewals fail.
  '4000002760003184': (occasion) =>
    occasion === 'renewal' ? { kind: 'declines', decline: declines.needsAuthentication } : asks,
  '4000000000000259': () => ({ kind: 'pays', isDisputed: true }),
};

function no(decline: Decline): Bank {
  return () => ({ kind: 'declines', decline });
}

/** A number that is no test number is declined. */
export function askBank(number: string, occasion: Occasion): BankAnswer {
  return banks[number]?.(occasion) ?? { kind: 'declines', decline: declines.notATestCard };
}
