import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { ask, listenAnywhere } from '../harness/app.ts';
import { describePostgres, urlOf } from '../harness/databases.ts';
import { installPackages } from '../harness/install-packages.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { serveCommand } from '../harness/processes.ts';
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

const valueOf = (span: Span | undefined, key: string) =>
  Object.values(span?.attributes.find((each) => each.key === key)?.value ?? {})[0];
const traceOf = (digit: string) => digit.repeat(32);
const headersOf = (digit: string) => ({
  'content-type': 'application/json',
  traceparent: `00-${traceOf(digit)}-${digit.repeat(16)}-01`,
});

const server = 2;
const client = 3;

const isWanted = process.env['TRACES'] !== 'off';

/** The server with traces, as docs/guide/operate/watch.md starts it. */
async function startTraced(environment: Readonly<Record<string, string>>) {
  const [node = '', ...compiled] = await serveCommand();
  return startServer(environment, [node, '--import', './deploy/traces/start.mjs', ...compiled]);
}

describePostgres('traces', (open) => {
  test.runIf(isWanted)(
    'show requests, statements and who is asked, and no token, address or value',
    async (context) => {
      if (!installPackages('deploy/traces', '@opentelemetry/auto-instrumentations-node')) {
        if (process.env['CI']) throw new Error('The packages for traces could not be installed (deploy/traces).');
        return context.skip();
      }
      const [collector, mails] = [await startCollector(), await startMailServer()];
      onTestFinished(mails.close);
      const site = await startTraced({
        DATABASE_URL: urlOf(await open()),
        SITE_DIR: makeSmallSite(),
        SMTP_URL: mails.url,
        LOG_LEVEL: 'warn',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_BSP_SCHEDULE_DELAY: '100',
        OTEL_LOG_LEVEL: 'error',
      });
      const port = await portOf(site);
      const post = (path: string, headers: Record<string, string>, body: object) =>
        ask(port, `/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const agreements = { terms: true, privacy: true, cancelAnytime: true };
      const login = { email: 'ada.traced@example.org', password: 'harbour-42-lantern' };
      const signUp = { ...login, agreements, language: 'en' };
      const signedUp = await post('/auth/signup/?utm_source=secret-query', headersOf('a'), signUp);
      expect(signedUp.status).toBe(201);
      const { accessToken } = JSON.parse(signedUp.text) as { accessToken: string };
      await expect.poll(() => mails.received.length).toBe(1);
      const signedIn = { ...headersOf('b'), authorization: `Bearer ${accessToken}` };
      expect((await post('/payments/buy/', signedIn, { plan: 'basic' })).status).toBeLessThan(300);
      await ask(port, '/api/health/ready/');
      await ask(port, '/api/v1/auth/verify/secret-user/secret-token/', { method: 'POST', headers: headersOf('c') });
      await ask(port, '/reset-password/secret-user/secret-token', { headers: headersOf('d') });
      const spansOf = (digit: string) => collector.spans().filter(({ traceId }) => traceId === traceOf(digit));
      await expect.poll(() => spansOf('d').length).toBeGreaterThan(0);
      site.child.kill('SIGTERM');
      expect(await site.exited).toBe(0);
      expect(site.errors).toBe('');

      const spans = spansOf('a');
      const request = spans.find(({ kind }) => kind === server);
      expect(request).toMatchObject({ name: 'POST /api/v1/auth/signup', parentSpanId: 'a'.repeat(16) });
      expect(valueOf(request, 'http.response.status_code')).toBe(201);
      const insert = spans.find((span) => valueOf(span, 'db.collection.name') === 'users');
      expect(insert).toMatchObject({ kind: client, parentSpanId: request!.spanId });
      expect(valueOf(insert, 'db.operation.name')).toBe('insert');
      expect(spansOf('b').map(({ name }) => name)).toContain('POST /v1/checkout/sessions'); // which the stand-in answers
      const requestsOf = (digit: string) => spansOf(digit).flatMap(({ kind, name }) => (kind === server ? [name] : []));
      expect(requestsOf('c')).toEqual(['POST /api/v1/auth/verify/:userId/:token']);
      expect(requestsOf('d')).toEqual(['GET']);

      const mailed = collector
        .spans()
        .filter((span) => valueOf(span, 'server.port') === Number(new URL(mails.url).port));
      expect(mailed).toMatchObject([{ name: 'tcp.connect' }]);
      expect(mailed[0]).not.toHaveProperty('parentSpanId');
      expect(collector.text().match(/health|secret-\w+|ada\.traced|cus_|insert into/gi)).toBeNull();
      for (const secret of [login.password, accessToken]) expect(collector.text()).not.toContain(secret);
    },
  );
});
