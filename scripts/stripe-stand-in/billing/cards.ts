/** As typed on the page. Spaces in the number are fine. */
export interface CardInput {
  readonly number: string;
  /** 1 to 12. */
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  readonly cvc: string;
  readonly name?: string;
}

export type CardField = 'number' | 'expiry' | 'cvc';

/** What is wrong with a card at first sight; null: it can be asked about. @param time seconds since 1970 */
export function refuseCard({ number, expMonth, expYear, cvc }: CardInput, time: number): Decline | null {
  if (!/^\d{12,19}$/.test(digitsOf(number))) return declines.incorrectNumber;
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12) return declines.invalidMonth;
  // It is good until the end of its month.
  if (!Number.isInteger(expYear) || Date.UTC(expYear, expMonth, 1) <= time * 1000) return declines.invalidExpiry;
  return /^\d{3}$/.test(cvc) ? null : declines.invalidCvc;
}

export function digitsOf(number: string): string {
  return number.replaceAll(/[\s-]/g, '');
}

export function brandOf(digits: string): string {
  return digits.startsWith('4') ? 'visa' : 'mastercard';
}

/** How a bank says no, in Stripe's words. */
export interface Decline {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
  /** What to correct on the page; null: nothing there is wrong. */
  readonly field: CardField | null;
}

function declined(declineCode: string, message: string, field: CardField | null = null): Decline {
  return { code: 'card_declined', declineCode, message, field };
}

function wrong(code: string, field: CardField | null, message: string): Decline {
  return { code, declineCode: null, message, field };
}

export const declines = {
  generic: declined('generic_decline', 'Your card was declined.'),
  insufficientFunds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  notATestCard: declined(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test card.',
    'number',
  ),
  needsAuthentication: declined('authentication_required', 'Your card was declined: it needs authentication.'),
  failedAuthentication: wrong(
    'payment_intent_authentication_failure',
    null,
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  ),
  noCard: wrong('resource_missing', null, 'There is no payment method to charge this customer with.'),
  incorrectNumber: wrong('incorrect_number', 'number', 'Your card number is incorrect.'),
  invalidExpiry: wrong('invalid_expiry_year', 'expiry', "Your card's expiration date is in the past."),
  invalidMonth: wrong('invalid_expiry_month', 'expiry', "Your card's expiration month is invalid."),
  invalidCvc: wrong('invalid_cvc', 'cvc', "Your card's security code is invalid."),
} as const;

/** What a bank is asked for: somebody is at the page for all but the renewal. */
export type Occasion = 'checkout' | 'invoice' | 'setup' | 'renewal';

/** What the bank says to a payment: it pays, asks the person first, or declines. */
type BankAnswer = 'pays' | 'pays and disputes' | 'asks' | Decline;

/** Stripe's own test numbers (https://docs.stripe.com/testing), as they behave there but for one. */
const banks: Readonly<Record<string, (occasion: Occasion) => BankAnswer>> = {
  '4242424242424242': () => 'pays',
  '5555555555554444': () => 'pays',
  '4000000000000002': () => declines.generic,
  '4000000000009995': () => declines.insufficientFunds,
  // At Stripe it can be attached and never charged. Here it pays a Checkout Session, for renewals that fail.
  '4000000000000341': (occasion) => (occasion === 'checkout' || occasion === 'setup' ? 'pays' : declines.generic),
  // Asks at its first payment, and is set up for renewals by it.
  '4000002500003155': (occasion) => (occasion === 'renewal' ? 'pays' : 'asks'),
  // Asks each time, so that its renewals fail.
  '4000002760003184': (occasion) => (occasion === 'renewal' ? declines.needsAuthentication : 'asks'),
  '4000000000000259': () => 'pays and disputes',
};

/** A number that is no test number is declined. */
export function askBank(number: string, occasion: Occasion): BankAnswer {
  return banks[number]?.(occasion) ?? declines.notATestCard;
}
