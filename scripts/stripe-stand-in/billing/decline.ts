import type { CardField } from '../actions.ts';

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
