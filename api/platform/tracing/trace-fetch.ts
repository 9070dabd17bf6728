import { context, propagation, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** What Node says of a request by `fetch`. */
interface FetchRequest {
  readonly method: string;
  readonly origin: string;
  addHeader(name: string, value: string): void;
}

interface Message {
  readonly request: FetchRequest;
  readonly response?: { readonly statusCode: number };
  readonly error?: { readonly code?: string; readonly name?: string };
}

/**
 * Traces requests by `fetch` to other servers in the course of a trace, and passes the trace on to them. It has the
 * host of an address alone. Returns what ends it.
 */
export function traceFetch(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>();
  const listeners: Readonly<Record<string, (message: Message) => void>> = {
    'undici:request:create': ({ request }) => {
      if (trace.getActiveSpan() === undefined) return;
      const host = new URL(request.origin).hostname;
      const attributes = { 'http.request.method': request.method, 'server.address': host };
      const span = tracer.startSpan(`${request.method} ${host}`, { kind: SpanKind.CLIENT, attributes });
      spans.set(request, span);
      const headers: Record<string, string> = {};
      propagation.inject(trace.setSpan(context.active(), span), headers);
      for (const [name, value] of Object.entries(headers)) request.addHeader(name, value);
    },
    'undici:request:headers': ({ request, response }) => {
      const { statusCode: status = 0 } = response ?? {};
      const span = spans.get(request)?.setAttribute('http.response.status_code', status);
      if (status >= 400) fail(span, String(status));
    },
    'undici:request:trailers': ({ request }) => spans.get(request)?.end(),
    'undici:request:error': ({ request, error }) => {
      fail(spans.get(request), error?.code ?? error?.name ?? 'unknown');
      spans.get(request)?.end();
    },
  };
  const subscribed = Object.entries(listeners).map(
    ([channel, listener]) => [channel, (message: unknown) => listener(message as Message)] as const,
  );
  for (const [channel, listener] of subscribed) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of subscribed) unsubscribe(channel, listener);
  };
}

function fail(span: Span | undefined, type: string): void {
  span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type);
}
