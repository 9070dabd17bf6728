import { ConfigError, type Config } from '../../api/config.ts';
import { createStripeSource, type StripeSource } from '../../api/payments/stripe.ts';

/** Stripe, as the environment says how it is reached. Throws a `ConfigError` where it says nothing. */
export function stripeOf({ stripe }: Pick<Config, 'stripe'>): StripeSource {
  if (stripe === null)
    throw new ConfigError(
      'STRIPE_SECRET_KEY is not set: set it and STRIPE_WEBHOOK_SECRET to those of your Stripe account. ' +
        'Where there is no key, the server has a stand-in, whose prices it makes by itself; ' +
        'docs/guide/payments.md says how to reach it while it runs.',
    );
  return createStripeSource(() => stripe);
}
