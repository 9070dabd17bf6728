import { context, propagation, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** What Node says of a request by `fetch`. */
interface FetchRequest {
  readonly method: string;
  readonly origin: string;
  addHeader(name: string, value: string): void;
}

type Listener = (message: unknown) => void;

/**
 * Follows what other servers are asked in the course of a trace: by Stripe's SDK, which uses Node's own client, and by
 * `fetch`, which tells the other server of the trace. It has the host of an address alone. Returns what ends it.
 */
export function followClients(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>();
  const start = (request: object, method: string, host: string) => {
    if (trace.getActiveSpan() === undefined) return null;
    const attributes = { 'http.request.method': method, 'server.address': host };
    const span = tracer.startSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes });
    spans.set(request, span);
    return span;
  };
  const answered = (request: object, status: number) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', status);
    if (status >= 400) span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(status));
  };
  const end = (request: object, error?: unknown) => {
    const span = spans.get(request);
    if (error) {
      const { code, name } = error as { code?: string; name?: string };
      span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', code ?? name ?? 'unknown');
    }
    span?.end();
    spans.delete(request);
  };

  const listeners: Readonly<Record<string, Listener>> = {
    'http.client.request.start': (message) => {
      const { request } = message as { request: ClientRequest };
      if (start(request, request.method, request.host)) request.once('close', () => end(request));
    },
    'http.client.response.finish': (message) => {
      const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
      answered(request, response.statusCode ?? 0);
    },
    'http.client.request.error': (message) => {
      const { request, error } = message as { request: ClientRequest; error: unknown };
      end(request, error);
    },
    'undici:request:create': (message) => {
      const { request } = message as { request: FetchRequest };
      const span = start(request, request.method, new URL(request.origin).hostname);
      if (!span) return;
      const headers: Record<string, string> = {};
      propagation.inject(trace.setSpan(context.active(), span), headers);
      for (const [name, value] of Object.entries(headers)) request.addHeader(name, value);
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as { request: FetchRequest; response: { statusCode: number } };
      answered(request, response.statusCode);
    },
    'undici:request:trailers': (message) => end((message as { request: FetchRequest }).request),
    'undici:request:error': (message) => {
      const { request, error } = message as { request: FetchRequest; error: unknown };
      end(request, error);
    },
  };
  for (const [channel, listener] of Object.entries(listeners)) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of Object.entries(listeners)) unsubscribe(channel, listener);
  };
}
