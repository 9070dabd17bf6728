import { type Environment, matching, type Mode } from './parse.ts';

/** How Stripe is reached. */
export interface StripeSettings {
  readonly secretKey: string;
  /** What its events are signed with. */
  readonly webhookSecret: string;
  /** Where a stand-in listens, such as `http://127.0.0.1:12111`; null: Stripe itself. */
  readonly apiUrl: string | null;
}

/** Switches of Stripe's pages, where a plan is paid and cancelled. */
export interface StripePages {
  /** It takes promotion codes. */
  readonly promotionCodes: boolean;
  /** Stripe Tax works out the tax by the address that is asked for. */
  readonly automaticTax: boolean;
  /** The coupon that customers who cancel are offered, by Stripe's id of it; null: none is. */
  readonly cancelOffer: string | null;
}

export const stripeKey = matching(
  /^[rs]k_(?:test|live)_\w{8,}$/,
  'the secret key that Stripe shows, sk_test_… or sk_live_…',
);

export const stripeCoupon = matching(/^[\w-]{1,200}$/, "a coupon's id as Stripe shows it, such as Z4OV52SU");

/** Several with commas, while one replaces the other. */
export const stripeWebhookSecret = matching(
  /^whsec_[\w+/=-]{8,}(?: *, *whsec_[\w+/=-]{8,})*$/,
  'the signing secret that Stripe shows for the webhook, whsec_…, or several with commas',
);

/** Null where there is no key: a stand-in serves. */
export function stripeOf(values: {
  readonly secretKey: string | null;
  readonly webhookSecret: string | null;
  readonly apiUrl: string | null;
}): StripeSettings | null {
  const { secretKey, webhookSecret, apiUrl } = values;
  return secretKey === null || webhookSecret === null ? null : { secretKey, webhookSecret, apiUrl };
}

/** What does not go together. That production needs a key is said elsewhere. */
export function findStripeProblems(environment: Environment, isProduction: boolean): string[] {
  const [key, webhook, api] = names.map((name) => environment[name]?.trim() || null);
  const problems: string[] = [];
  if (!isProduction && key && !webhook)
    problems.push('STRIPE_WEBHOOK_SECRET is not set, but STRIPE_SECRET_KEY is: set both, or none for the stand-in.');
  if (!isProduction && !key && (webhook || api))
    problems.push(`STRIPE_SECRET_KEY is not set, but ${webhook ? names[1] : names[2]} is: set the key, or neither.`);
  if (api && isProduction) problems.push('STRIPE_API_URL is set: in production, leave it out.');
  else if (api && key && isLiveKey(key)) problems.push('STRIPE_API_URL is set: with a live key, leave it out.');
  return problems;
}

const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL'] as const;

/** A warning where real money is moved while developing, or none in production; else null. */
export function warnOfStripeKey({ mode, stripe }: { mode: Mode; stripe: StripeSettings | null }): string | null {
  if (stripe === null || isLiveKey(stripe.secretKey) === (mode === 'production')) return null;
  return mode === 'production'
    ? 'STRIPE_SECRET_KEY is a test key: no real payment is made. To take payments, set it to the live one.'
    : `STRIPE_SECRET_KEY is a live key, though NODE_ENV is ${mode}: payments are real. Use a test key, or none.`;
}

/** Whether a secret key moves real money. */
export function isLiveKey(key: string): boolean {
  return /^[rs]k_live_/.test(key);
}
