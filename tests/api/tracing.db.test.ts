import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { describeStatement } from '../../api/platform/tracing/tracing.ts';
import { ask, listenAnywhere } from '../harness/app.ts';
import { describePostgres, urlOf } from '../harness/databases.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { portOf, startServer } from './server-process.ts';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** As OTLP writes spans in JSON. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** A collector of OTLP over HTTP, as far as it takes traces in JSON. */
async function startCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces' && request.headers['content-type'] === 'application/json')
        bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const port = await listenAnywhere(server);
  onTestFinished(() => void server.close());
  const exports = () => bodies.map((body) => JSON.parse(body) as Export);
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => bodies.join('\n'),
    resources: () => exports().flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource.attributes)),
    spans: () =>
      exports().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  };
}

const valueOf = ({ attributes }: Span, key: string) =>
  Object.values(attributes.find((each) => each.key === key)!.value)[0];
const traceOf = (digit: string) => digit.repeat(32);
const headersOf = (digit: string) => ({
  'content-type': 'application/json',
  traceparent: `00-${traceOf(digit)}-${digit.repeat(16)}-01`,
});

const server = 2;
const client = 3;
const consumer = 5;

describePostgres('traces', (open) => {
  test('of a sign-up and a purchase have the request, the database, the job, the email and Stripe, and nobody in them', async () => {
    const [collector, mails] = [
      await startCollector(),
      await startMailServer({ answerRecipient: () => refusals.shift() }),
    ];
    onTestFinished(mails.close);
    const refusals: (number | undefined)[] = [undefined];
    const site = await startServer({
      DATABASE_URL: urlOf(await open()),
      SITE_DIR: makeSmallSite(),
      SMTP_URL: mails.url,
      LOG_LEVEL: 'warn',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
    const port = await portOf(site);
    const post = (path: string, headers: Record<string, string>, body: object) =>
      ask(port, `/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const agreements = { terms: true, privacy: true, cancelAnytime: true };
    const login = { email: 'ada.traced@example.org', password: 'harbour-42-lantern' };
    const signUp = await post('/auth/signup/?utm_source=secret-query', headersOf('a'), {
      ...login,
      agreements,
      language: 'en',
    });
    expect(signUp.status).toBe(201);
    const { accessToken } = JSON.parse(signUp.text) as { accessToken: string };
    await expect.poll(() => mails.received.length).toBe(1);
    const bought = await post(
      '/payments/buy/',
      { ...headersOf('b'), authorization: `Bearer ${accessToken}` },
      { plan: 'basic' },
    );
    expect(bought.status).toBeLessThan(300);
    refusals.push(550);
    await post('/auth/signup/', headersOf('c'), {
      ...login,
      email: 'bea.traced@example.org',
      agreements,
      language: 'en',
    });
    const spansOf = (digit: string) => collector.spans().filter(({ traceId }) => traceId === traceOf(digit));
    await expect.poll(() => spansOf('c').some(({ kind }) => kind === consumer)).toBe(true);
    await ask(port, '/login');
    await ask(port, '/api/health/ready/');
    site.child.kill('SIGTERM');
    expect(await site.exited).toBe(0);

    const spans = spansOf('a');
    const request = spans.find(({ kind }) => kind === server)!;
    expect(request).toMatchObject({ name: 'POST /v1/auth/signup/', parentSpanId: 'a'.repeat(16) });
    expect(valueOf(request, 'http.response.status_code')).toBe(201);
    const insert = spans.find(({ name }) => name === 'INSERT users')!;
    expect(insert).toMatchObject({ kind: client, parentSpanId: request.spanId });
    expect(valueOf(insert, 'db.system.name')).toBe('postgresql');
    const job = spans.find(({ kind }) => kind === consumer)!;
    expect(job.parentSpanId).toBeDefined();
    const email = spans.find(({ name }) => name === 'send email')!;
    expect(email).toMatchObject({ kind: client, parentSpanId: job.spanId, status: { code: 0 } });

    const stripe = spansOf('b').find(({ name }) => name === 'POST /v1/checkout/sessions')!;
    expect(stripe).toMatchObject({ kind: client, status: { code: 0 } });
    expect(valueOf(stripe, 'stripe.request_id')).toMatch(/^req_/);

    const refused = spansOf('c').filter(({ status }) => status.code === 2);
    expect(refused.map(({ name }) => name).sort()).toEqual([job.name, 'send email'].sort());
    expect(valueOf(refused[0]!, 'error.type')).toBe('JobRefused');

    expect(collector.spans().map(({ name }) => name)).toContain('GET /{page}');
    expect(collector.text()).not.toContain('health');
    for (const secret of [
      login.email,
      'bea.traced',
      login.password,
      accessToken,
      'secret-query',
      'cus_',
      'values',
      'insert into',
    ])
      expect(collector.text()).not.toContain(secret);
    for (const attributes of collector.resources()) {
      const resource = Object.fromEntries(attributes.map(({ key, value }) => [key, value['stringValue']]));
      expect(resource).toMatchObject({ 'service.name': 'still-waters', 'service.version': expect.any(String) });
    }
    expect(site.errors).not.toContain('traces_not_exported');
  });
});

test('a span names what a statement does and where, without its text', () => {
  expect(describeStatement({ name: 'read-user', text: 'SELECT 1 FROM users', values: ['x'] })).toMatchObject({
    name: 'read-user',
  });
  expect(describeStatement('insert into "jobs" ("kind") values ($1)').name).toBe('INSERT jobs');
  expect(describeStatement({ text: `UPDATE users SET email = 'ada@example.org'` })).toEqual({
    name: 'UPDATE users',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'UPDATE', 'db.collection.name': 'users' },
  });
  expect(describeStatement('BEGIN;')).toMatchObject({ name: 'BEGIN' });
});
