import {
  context,
  type Context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Log } from '../log.ts';
import { routeOf } from '../http/log-calls.ts';
import { traceFetch } from './trace-fetch.ts';
import type { Note, Tracing, Work } from './tracing.ts';

interface TracingOptions {
  /** Of the collector, without a slash at its end. */
  readonly endpoint: string;
  /** What this process serves: another one after each deploy. */
  readonly version: string;
  readonly log: Log;
}

const kinds: Readonly<Record<Work['kind'], SpanKind>> = {
  query: SpanKind.CLIENT,
  job: SpanKind.CONSUMER,
  mail: SpanKind.CLIENT,
  call: SpanKind.CLIENT,
};

/** What is asked every few seconds by those who watch the server. */
const isProbe = (url = '') => url.startsWith('/api/health/') || url.startsWith('/api/metrics');

const ignore = () => undefined;

/** What an error says that the packages have written as JSON. */
function reasonOf(error: string): string {
  try {
    const { message } = JSON.parse(error) as { readonly message?: string };
    return message ?? error;
  } catch {
    return error;
  }
}

/**
 * Exports traces by OTLP over HTTP, with spans for requests, queries, jobs, mails and what other servers are asked. What
 * the environment says of a sampler, of headers and the like (`OTEL_…`), the packages of OpenTelemetry read themselves.
 */
export function openTelemetry({ endpoint, version, log }: TracingOptions): Tracing {
  // A collector that is away is logged once a minute at most.
  let warnedAt = -Infinity;
  const warn = (error: string) => {
    if (performance.now() - warnedAt < 60_000) return;
    warnedAt = performance.now();
    log.warn('traces_not_exported', { reason: reasonOf(error) });
  };
  diag.setLogger({ error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR);

  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env['OTEL_SERVICE_NAME'] || 'still-waters',
      'service.version': version,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  });
  provider.register();
  const tracer = provider.getTracer('still-waters');
  const stopFollowing = traceFetch(tracer);

  return {
    answer(request, response, answer) {
      if (isProbe(request.url)) return answer(request, response);
      const parent = propagation.extract(ROOT_CONTEXT, request.headers);
      const { method = '' } = request;
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
      response.once('close', () => {
        const route = routeOf(response) ?? (request.url?.startsWith('/assets/') ? '/assets/{file}' : '/{page}');
        span.updateName(`${method} ${route}`);
        span.setAttributes({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': response.statusCode,
        });
        if (response.statusCode >= 500) fail(span, String(response.statusCode));
        else if (!response.writableFinished) span.setAttribute('error.type', 'aborted');
        span.end();
      });
      context.with(trace.setSpan(parent, span), answer, undefined, request, response);
    },

    async trace({ name, kind, attributes = {}, parent }, run) {
      const active = parent === undefined ? context.active() : contextOf(parent);
      // What the process does by itself every second would be a trace each time.
      if (kind === 'query' && trace.getSpan(active) === undefined) return run(ignore);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, active);
      const note: Note = (noted) => {
        span.setAttributes(noted);
        const status = Number(noted['http.response.status_code'] ?? 0);
        if (status >= 400) fail(span, String(status));
      };
      try {
        return await context.with(trace.setSpan(active, span), () => run(note));
      } catch (error) {
        fail(span, typeOf(error));
        throw error;
      } finally {
        span.end();
      }
    },

    traceparent() {
      const headers: Record<string, string> = {};
      propagation.inject(context.active(), headers);
      return headers['traceparent'];
    },

    async close() {
      stopFollowing();
      await provider.shutdown().catch(warn);
    },
  };
}

function contextOf(traceparent: string): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}

/** Messages of errors quote what they failed on, so spans have only their kind. */
function fail(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : error.name;
}
