import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createStripeSource } from '../../api/payments/stripe.ts';
import { setTracing, type Tracing, type Work } from '../../api/platform/tracing/tracing.ts';
import { listenAnywhere } from '../harness/app.ts';

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

/** Stripe, which has its own id for each request, and says what it was told of traces. */
async function startStripe() {
  const traces: (string | string[] | undefined)[] = [];
  const server = createServer((request, response) => {
    traces.push(request.headers['traceparent']);
    const headers = { 'content-type': 'application/json', 'request-id': `req_${traces.length}` };
    const isFound = !request.url!.includes('cus_9');
    response.writeHead(isFound ? 200 : 404, headers);
    response.end(JSON.stringify(isFound ? { id: 'x', data: [] } : { error: { type: 'invalid_request_error' } }));
  });
  const port = await listenAnywhere(server);
  onTestFinished(() => void server.close());
  const settings = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: `http://127.0.0.1:${port}` };
  return { traces, client: () => createStripeSource(() => settings)() };
}

/** The spans of what is done from now on. */
function traceForTest() {
  const works: (Work & { readonly noted: object })[] = [];
  const tracing: Pick<Tracing, 'trace' | 'traceparent'> = {
    trace: (work, run) =>
      run((attributes) => {
        works.push({ ...work, noted: attributes });
      }),
    traceparent: () => traceparent,
  };
  setTracing(tracing as Tracing);
  onTestFinished(() => setTracing(null));
  return works;
}

const noted = (status: number, id: string) => ({ 'http.response.status_code': status, 'stripe.request_id': id });

test('a request to Stripe passes the trace on, and its span has the id of the request and of no customer', async () => {
  const works = traceForTest();
  const { client, traces } = await startStripe();
  const stripe = await client();
  await stripe.customers.update('cus_QXg1o8vcGmoR32', { email: 'ada@example.org' });
  await stripe.paymentMethods.list({ customer: 'cus_QXg1o8vcGmoR32' });
  await stripe.customers.retrieve('cus_9').catch(() => undefined);
  expect(traces).toEqual([traceparent, traceparent, traceparent]);
  const seen = works.map((work) => [work.name, work.noted]);
  expect(seen).toEqual([
    ['POST /v1/customers/{id}', noted(200, 'req_1')],
    ['GET /v1/payment_methods', noted(200, 'req_2')],
    ['GET /v1/customers/{id}', noted(404, 'req_3')],
  ]);
  expect(JSON.stringify(works)).not.toMatch(/cus_|ada/);
});

test('where no traces are exported, Stripe is asked as its SDK does', async () => {
  const { client, traces } = await startStripe();
  await (await client()).customers.list();
  expect(traces).toEqual([undefined]);
});
