import type { Stripe } from 'stripe';

type FaultType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';

/** A refusal in Stripe's own words and shape. */
export class StripeFault extends Error {
  override readonly name = 'StripeFault';
  readonly status: number;
  readonly type: FaultType;
  readonly details: Partial<Pick<Stripe.StripeRawError, 'code' | 'decline_code' | 'param'>>;

  constructor(status: number, type: FaultType, message: string, details: StripeFault['details'] = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  /** The body of the answer. */
  toBody() {
    return { error: { type: this.type, message: this.message, ...this.details } };
  }
}

/** 400: what was asked makes no sense. */
export function badRequest(message: string, details: StripeFault['details'] = {}): StripeFault {
  return new StripeFault(400, 'invalid_request_error', message, details);
}

/** 404 where it was the address, 400 where it was a parameter that named it. */
export function noSuch(kind: string, id: string, param?: string): StripeFault {
  const details = { code: 'resource_missing', param: param ?? 'id' };
  return new StripeFault(param === undefined ? 404 : 400, 'invalid_request_error', `No such ${kind}: '${id}'`, details);
}
