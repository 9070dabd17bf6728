import type { Router } from 'express';
import type { Log } from '../platform/log.ts';

export interface StandInOptions {
  /** The only key it takes, `sk_test_…`. */
  readonly secretKey: string;
  /** What it signs its events with, `whsec_…`. */
  readonly webhookSecret: string;
  /** Where events are delivered; null: nowhere, they can only be listed. Asked at each delivery. */
  readonly webhookUrl: () => string | null;
  /** Origin that its pages are at, such as `http://127.0.0.1:3000`. */
  readonly origin: () => string;
  /** Where its state is kept; null: in memory only. */
  readonly file: string | null;
  /** Milliseconds since 1970; default: the clock of this machine. */
  readonly now?: () => number;
  readonly log: Log;
}

/** Stripe, as much of it as this product uses, for machines without a key. */
export interface StandIn {
  /** `/v1/…`, the API that the SDK talks to with the secret key, and `/dev/stripe/…/<id>`, the pages for those who pay. */
  readonly router: Router;
  /** `/dev/stripe/`, where all that was bought is seen and refunded. */
  readonly desk: Router;
  /** Begins to deliver events, those of an earlier run first, and to renew what is due. */
  start(): void;
  /** Resolves when nothing is under way any more; undelivered events are kept. */
  stop(): Promise<void>;
}

/** Throws a `StandInStateError` if it cannot read what an earlier run kept. */
export type CreateStandIn = (options: StandInOptions) => StandIn;

/** What an earlier run kept cannot be read; the message says what to do. */
export class StandInStateError extends Error {
  override readonly name = 'StandInStateError';

  constructor(file: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The state of the Stripe stand-in in ${file} cannot be read (${reason}). ` +
        'Move that file away to begin with an empty one; purchases made with it are then unknown here.',
      { cause },
    );
  }
}
