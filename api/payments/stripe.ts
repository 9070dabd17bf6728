import type { StripeSettings } from '../platform/config/stripe.ts';
import type { Stripe } from 'stripe';
import { ApiError } from '../platform/http/problem.ts';

/** Loads the SDK at its first call, and always resolves to the same client. */
export type StripeSource = () => Promise<Stripe>;

/** Stripe did not answer, or said that it can't do it now. What was asked for may have been done all the same. */
export class StripeError extends Error {
  override readonly name = 'StripeError';
}

/** The settings are asked for at the first call: the address of a stand-in is known once the server listens. */
export function createStripeSource(settings: () => StripeSettings): StripeSource {
  let client: Promise<Stripe> | undefined;
  return () => (client ??= loadStripe(settings()).catch(reset));

  // What could not be loaded is tried again.
  function reset(error: unknown): never {
    client = undefined;
    throw error;
  }
}

/** The SDK takes 200 ms and 20 MB: a process that never asks Stripe does without. */
async function loadStripe({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  const { Stripe } = await import('stripe');
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    timeout: 10_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiUrl !== null && addressOf(new URL(apiUrl))),
  });
}

function addressOf({ protocol, hostname, port }: URL): Stripe.StripeConfig {
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: Number(port || (isPlain ? 80 : 443)) };
}

const passing = ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError'];

/** The same error, or a `StripeError` where it says that Stripe could not be asked. Its message is safe to log. */
export function asStripeError(error: unknown): unknown {
  const sdkError = readSdkError(error);
  if (sdkError === null || !passing.includes(sdkError.type)) return error;
  return new StripeError(stripeReason(error), { cause: error });
}

/** Whether Stripe understood what it was asked, and refused it: `code` is its word for why. */
export function isStripeRefusal(error: unknown, code?: string): boolean {
  const sdkError = readSdkError(error);
  return sdkError?.type === 'StripeInvalidRequestError' && (code === undefined || code === sdkError.code);
}

/** Whether it is Stripe's fault, whatever happened. */
export function isOfStripe(error: unknown): boolean {
  return error instanceof StripeError || readSdkError(error) !== null;
}

/**
 * Whether the same request with the same idempotency key can still come to something. What Stripe has answered once, it
 * answers for a day, failures too; not so where it did not even begin.
 */
export function isUndecided(error: unknown): boolean {
  if (error instanceof StripeError) return isUndecided(error.cause);
  const { type = '', statusCode } = readSdkError(error) ?? {};
  return type === 'StripeConnectionError' || type === 'StripeRateLimitError' || statusCode === 409;
}

/**
 * Asks under the next key as long as Stripe repeats an earlier failure, or knows the key with other parameters: what it
 * has answered to a key it answers for a day. `ask` first looks whether it is done, makes its key of `attempt`, and
 * leaves retries to the next call: what the SDK tries again by itself would be such a repetition.
 */
export async function askAnew<Value>(ask: (attempt: number) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(attempt);
    } catch (error) {
      const { type, headers } = readSdkError(error) ?? {};
      if (type !== 'StripeIdempotencyError' && headers?.['idempotent-replayed'] !== 'true') throw error;
    }
  }
}

/** What Stripe's error says of itself and that may be logged: its message may hold what it was asked. */
export function stripeReason(error: unknown): string {
  if (error instanceof StripeError) return error.message;
  const { type = 'no error of Stripe', code, statusCode, requestId } = readSdkError(error) ?? {};
  return [type, code, statusCode ?? 'no answer', requestId].filter((part) => part !== undefined).join(' ');
}

interface SdkError {
  readonly type: string;
  readonly code?: string;
  readonly statusCode?: number;
  readonly requestId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Null where the error is not the SDK's. It is known by its name: the classes would have to be loaded. */
function readSdkError(error: unknown): SdkError | null {
  if (!(error instanceof Error) || !('type' in error) || typeof error.type !== 'string') return null;
  return error.type.startsWith('Stripe') ? (error as Error & SdkError) : null;
}

/** The id of what Stripe names by it, or has put there whole. */
export function stripeIdOf(reference: string | { readonly id: string } | null | undefined): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
}

/** Closes a page of Stripe; resolves to `paid` where it was too late. A page that is gone is a closed one. */
export async function expirePage(client: Stripe, page: string): Promise<'closed' | 'paid'> {
  try {
    await client.checkout.sessions.expire(page);
    return 'closed';
  } catch (error) {
    if (!isStripeRefusal(error)) throw error;
    const status = await readStatus(client, page);
    if (status === 'open') throw error;
    return status === 'complete' ? 'paid' : 'closed';
  }
}

async function readStatus(client: Stripe, page: string): Promise<Stripe.Checkout.Session.Status | null> {
  try {
    return (await client.checkout.sessions.retrieve(page)).status;
  } catch (error) {
    if (isStripeRefusal(error, 'resource_missing')) return null;
    throw error;
  }
}

/** The same error, or `payment_unavailable` where it is one of Stripe's. */
export function asUnavailable(error: unknown): unknown {
  return isOfStripe(error) ? new ApiError('payment_unavailable', { cause: error }) : error;
}
