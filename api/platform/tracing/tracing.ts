import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Makes spans of what this process does. Nothing of it is loaded where traces aren't exported. */
export interface Tracing {
  /** Answers a request as a part of its caller's trace, or of a new one. */
  answer(request: IncomingMessage, response: ServerResponse, answer: RequestListener): void;
  /** Runs some work as a part of the trace that it belongs to. */
  trace<T>(work: Work, run: (note: Note) => Promise<T>): Promise<T>;
  /** The trace that goes on here, as the header `traceparent` says it. */
  traceparent(): string | undefined;
  /** Exports the spans that are still here. */
  close(): Promise<void>;
}

/** Some work, without anything personal: no address, no path, no value. */
export interface Work {
  /** One of few. */
  readonly name: string;
  readonly kind: 'query' | 'job' | 'mail' | 'call';
  readonly attributes?: Attributes;
  /**
   * The `traceparent` of what led to it, where that has ended long ago. Without it, it is a part of what goes on here.
   */
  readonly parent?: string;
}

type Attributes = Readonly<Record<string, string | number>>;

/** Adds what is known of some work once it is under way. */
export type Note = (attributes: Attributes) => void;

let tracing: Tracing | null = null;

/** From now on the work of this process is traced, or no longer. Call it before anything is opened. */
export function setTracing(next: Tracing | null): void {
  tracing = next;
}

/** Whether traces are exported. */
export const isTracing = (): boolean => tracing !== null;

const ignore = () => undefined;

/** Runs some work, as a span where traces are exported. */
export function trace<T>(work: Work, run: (note: Note) => Promise<T>): Promise<T> {
  return tracing ? tracing.trace(work, run) : run(ignore);
}

/** Answers a request, as a span where traces are exported. */
export function answerTraced(request: IncomingMessage, response: ServerResponse, answer: RequestListener): void {
  if (tracing) tracing.answer(request, response, answer);
  else answer(request, response);
}

/** What goes with a job, so that it is a part of the trace that it was written in. */
export function traceOfNow(): { readonly traceparent?: string } {
  const traceparent = tracing?.traceparent();
  return traceparent === undefined ? {} : { traceparent };
}

interface Connection {
  query(...given: never[]): unknown;
}

type Callback = (error: unknown, result: unknown) => void;

/** Traces the queries of a connection of `pg`, by promise or callback, where traces are exported. */
export function traceQueries(connection: Connection): void {
  if (!tracing) return;
  const query = connection.query.bind(connection) as (...given: unknown[]) => Promise<unknown>;
  connection.query = (...given: unknown[]) => {
    const [statement] = given;
    const callback = given.at(-1);
    const work: Work = { kind: 'query', ...describeStatement(statement) };
    if (typeof callback !== 'function') return trace(work, () => query(...given));
    const traced = trace(
      work,
      () =>
        new Promise((resolve, reject) => {
          void query(...given.slice(0, -1), (error: unknown, result: unknown) => {
            (callback as Callback)(error, result);
            if (error) reject(error);
            else resolve(undefined);
          });
        }),
    );
    traced.catch(() => undefined); // the callback has had the error
    return undefined;
  };
}

/** What a statement does to which table; never its text, since some of it may be a value. */
export function describeStatement(statement: unknown): Pick<Work, 'name' | 'attributes'> {
  const { name, text = '' } = (typeof statement === 'object' ? statement : { text: statement }) as {
    readonly name?: string;
    readonly text?: unknown;
  };
  const [, operation = 'query'] = /^\s*([a-z]+)/i.exec(String(text)) ?? [];
  const [, table] = /\b(?:from|into|update|join)\s+"?([a-z_]+)"?/i.exec(String(text)) ?? [];
  const verb = operation.toUpperCase();
  return {
    name: name ?? [verb, table].filter(Boolean).join(' '),
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': verb,
      ...(table !== undefined && { 'db.collection.name': table }),
    },
  };
}
