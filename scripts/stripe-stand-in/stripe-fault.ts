import type { Stripe } from 'stripe';

/** What Stripe answers when it refuses; `idempotency_key_in_use` and the like are codes. */
interface FaultDetails {
  readonly code?: string;
  readonly declineCode?: string;
  readonly param?: string;
  readonly charge?: string;
  readonly paymentIntent?: Stripe.PaymentIntent;
}

type FaultType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';

/** A refusal in Stripe's own words and shape. */
export class StripeFault extends Error {
  override readonly name = 'StripeFault';
  readonly status: number;
  readonly type: FaultType;
  readonly details: FaultDetails;

  constructor(status: number, type: FaultType, message: string, details: FaultDetails = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  /** The body of the answer. */
  toBody() {
    const { code, declineCode, param, charge, paymentIntent } = this.details;
    return {
      error: {
        type: this.type,
        message: this.message,
        ...(code && { code }),
        ...(declineCode && { decline_code: declineCode }),
        ...(param && { param }),
        ...(charge && { charge }),
        ...(paymentIntent && { payment_intent: paymentIntent }),
      },
    };
  }
}

/** 400: what was asked makes no sense. */
export function badRequest(message: string, details: FaultDetails = {}): StripeFault {
  return new StripeFault(400, 'invalid_request_error', message, details);
}

/** 404 where it was the address, 400 where it was a parameter that named it. */
export function noSuch(kind: string, id: string, param?: string): StripeFault {
  const status = param === undefined ? 404 : 400;
  return new StripeFault(status, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param: param ?? 'id',
  });
}
