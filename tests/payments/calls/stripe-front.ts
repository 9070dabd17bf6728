import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { onTestFinished } from 'vitest';
import { listenAnywhere } from '../../harness/app.ts';
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

/** In a test, starts both; they end with it. The SDK `hasty` gives up after half a second. */
export async function startStripe(): Promise<StripeFront & { readonly hasty: Stripe }> {
  const standIn = await runStandIn();
  const faults: StripeFront['faults'] = new Map();
  const meanwhile: StripeFront['meanwhile'] = new Map();
  const asked: string[] = [];
  const failed = new Set<string>();
  const server = createServer(async (request, response) => {
    const name = `${request.method} ${request.url}`;
    asked.push(name);
    await find(meanwhile, name)?.();
    const fault = find(faults, name);
    if (fault === 'silent') return;
    if (fault === 'down') return void request.socket.destroy();
    const key = request.headers['idempotency-key'];
    const isReplayed = typeof key === 'string' && failed.has(key);
    if (fault === 'broken' || isReplayed) {
      if (typeof key === 'string') failed.add(key);
      response.writeHead(500, isReplayed ? { 'idempotent-replayed': 'true' } : {});
      return void response.end('{"error":{"type":"api_error"}}');
    }
    const { status, body } = await pass(standIn.url, request);
    if (fault === 'lost') response.writeHead(429).end('{"error":{"type":"invalid_request_error"}}');
    else response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const port = await listenAnywhere(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await standIn.stop();
  });
  const options = { protocol: 'http', host: '127.0.0.1', port, maxNetworkRetries: 0, telemetry: false } as const;
  const client = new Stripe(secretKey, options);
  const hasty = new Stripe(secretKey, { ...options, timeout: 500 });
  return { standIn, faults, meanwhile, asked, client, hasty };
}

function find<T>(of: ReadonlyMap<string, T>, name: string): T | undefined {
  return [...of].find(([start]) => name.startsWith(start))?.[1];
}

async function pass(url: string, request: IncomingMessage): Promise<{ status: number; body: string }> {
  const headers: Record<string, string> = {};
  for (const name of ['authorization', 'content-type', 'idempotency-key'])
    if (typeof request.headers[name] === 'string') headers[name] = request.headers[name];
  const body = await text(request);
  const method = request.method ?? 'GET';
  const answer = await fetch(url + request.url, { method, headers, ...(method === 'POST' && { body }) });
  return { status: answer.status, body: await answer.text() };
}
