import { Stripe } from 'stripe';
import { onTestFinished } from 'vitest';
import { runStandIn, secretKey, type RunningStandIn } from '../../stripe-stand-in/running-stand-in.ts';

/**
 * What becomes of a request: it never arrives, fails inside (which Stripe repeats to its key from then on), is done though
 * not answered so, or is not answered at all.
 */
type Fault = 'down' | 'broken' | 'lost' | 'silent';

/** The way to Stripe's stand-in, and what may happen on it to requests whose `METHOD /path` begins with a text. */
export interface StripeFront {
  readonly standIn: RunningStandIn;
  readonly faults: Map<string, Fault>;
  /** What happens before such a request gets through. */
  readonly meanwhile: Map<string, () => Promise<unknown>>;
  /** Every request that came, as `POST /v1/customers`. */
  readonly asked: string[];
  /** The SDK on this way. */
  readonly client: Stripe;
}

/** In a test, starts a stand-in, which ends with it, and the SDK on the way there; `hasty` gives up after half a second. */
export async function startStripe(): Promise<StripeFront & { readonly hasty: Stripe }> {
  const standIn = await runStandIn();
  onTestFinished(() => standIn.stop());
  const way = { faults: new Map<string, Fault>(), meanwhile: new Map<string, () => Promise<unknown>>(), asked: [] };
  const httpClient = withFaults(Stripe.createNodeHttpClient(), way);
  const { hostname: host, port } = new URL(standIn.url);
  const options = { protocol: 'http', host, port, maxNetworkRetries: 0, telemetry: false, httpClient } as const;
  const client = new Stripe(secretKey, options);
  const hasty = new Stripe(secretKey, { ...options, timeout: 500 });
  return { standIn, ...way, client, hasty };
}

/** The SDK's own client, which faults and what happens meanwhile come before. */
function withFaults(
  http: Stripe.HttpClient,
  { faults, meanwhile, asked }: Pick<StripeFront, 'faults' | 'meanwhile' | 'asked'>,
): Stripe.HttpClient {
  const failed = new Set<unknown>();
  const makeRequest: Stripe.HttpClient['makeRequest'] = async (host, port, path, method, headers, ...rest) => {
    const name = `${method} ${path}`;
    asked.push(name);
    await find(meanwhile, name)?.();
    const fault = find(faults, name);
    const [, , timeout] = rest;
    if (fault === 'silent') return rejectAfter(timeout);
    if (fault === 'down') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    const key = headers['Idempotency-Key'];
    const isReplayed = failed.has(key);
    if (fault === 'broken' && key !== undefined) failed.add(key);
    if (fault === 'broken' || isReplayed) return refusal(500, 'api_error', isReplayed);
    const response = await http.makeRequest(host, port, path, method, headers, ...rest);
    if (fault !== 'lost') return response;
    await response.toJSON();
    return refusal(429, 'invalid_request_error');
  };
  return { getClientName: () => http.getClientName(), makeRequest };
}

function find<T>(of: ReadonlyMap<string, T>, name: string): T | undefined {
  return [...of].find(([start]) => name.startsWith(start))?.[1];
}

function rejectAfter(milliseconds: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(Stripe.HttpClient.makeTimeoutError()), milliseconds).unref();
  });
}

function refusal(status: number, type: string, isReplayed = false): Stripe.HttpClientResponse {
  return {
    getStatusCode: () => status,
    getHeaders: () => (isReplayed ? { 'idempotent-replayed': 'true' } : {}),
    getRawResponse: () => null,
    toStream: () => null,
    toJSON: () => Promise.resolve({ error: { type } }),
  };
}
