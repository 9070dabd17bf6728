import { declines, type Decline } from './decline.ts';

/** What a payment is for: somebody is at the page for the first two. */
export type Occasion = 'checkout' | 'invoice' | 'renewal';

/** What the bank says to a payment. */
export type BankAnswer =
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
  '4000000000000341': (occasion) => (occasion === 'checkout' ? pays : { kind: 'declines', decline: declines.generic }),
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
