import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { createHash } from 'node:crypto';
import type { HeaderList } from '../http/security-headers.ts';

/** One thing for each encoding that there is; as it is (`identity`) there always is one. */
type ByEncoding<T> = Readonly<Partial<Record<Encoding, T>>> & { readonly identity: T };

/** The bytes of a file as it is, and compressed where the build did so. */
export type Bodies = ByEncoding<Buffer>;

/** An answer that is ready to be sent: only the encoding is still open. */
export interface PreparedResponse {
  readonly status: number;
  /** Worked out when it is first sent; undefined where there is none, which never is for `identity`. */
  readonly variantFor: (encoding: Encoding) => Variant | undefined;
}

interface Variant {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: string[];
  /** Without those that describe the body: for 304. */
  readonly unchangedHeaders: string[];
}

/** Works out all that an answer says, once. `headers` are those that every encoding has in common. */
export function prepareResponse({
  status,
  contentType,
  headers,
  bodies,
}: {
  status: number;
  contentType: string;
  headers: HeaderList;
  bodies: Bodies;
}): PreparedResponse {
  const prepare = (encoding: Encoding): Variant | undefined => {
    const body = bodies[encoding];
    if (!body) return undefined;
    const etag = `"${hashOf(headers, body)}"`;
    const unchangedHeaders = [...headers, 'ETag', etag];
    const bodyHeaders = ['Content-Type', contentType, 'Content-Length', String(body.length)];
    if (encoding !== 'identity') bodyHeaders.push('Content-Encoding', encoding);
    return { body, etag, headers: [...bodyHeaders, ...unchangedHeaders], unchangedHeaders };
  };
  const prepared: Partial<Record<Encoding, Variant | undefined>> = {};
  return { status, variantFor: (encoding) => (prepared[encoding] ??= prepare(encoding)) };
}

/** Sends it in the client's best encoding, or as 304 when the client has it already. (Node leaves out the body for HEAD.) */
export function sendPrepared(
  request: Request,
  response: Response,
  prepared: PreparedResponse,
  extraHeaders: HeaderList,
): void {
  const variant = chooseVariant(prepared, request.headers['accept-encoding']);
  if (prepared.status === 200 && clientHasIt(request, response, variant.etag)) {
    response.writeHead(304, withExtra(variant.unchangedHeaders, extraHeaders)).end();
    return;
  }
  response.writeHead(prepared.status, withExtra(variant.headers, extraHeaders));
  response.end(variant.body);
}

/** The headers are part of the tag: a browser must not keep an old security policy with an unchanged page. */
function hashOf(headers: HeaderList, body: Buffer): string {
  return createHash('sha256').update(JSON.stringify(headers)).update(body).digest('base64url').slice(0, 22);
}

function chooseVariant({ variantFor }: PreparedResponse, acceptEncoding: string | undefined): Variant {
  for (const encoding of rankEncodings(acceptEncoding)) {
    const variant = variantFor(encoding);
    if (variant) return variant;
  }
  return variantFor('identity')!;
}

/** Express compares the tags, but only with one that stands in the response already. */
function clientHasIt(request: Request, response: Response, etag: string): boolean {
  if (request.headers['if-none-match'] === undefined) return false;
  response.setHeader('ETag', etag);
  const unchanged = request.fresh;
  response.removeHeader('ETag');
  return unchanged;
}

function withExtra(headers: string[], extra: HeaderList): string[] {
  return extra.length === 0 ? headers : [...headers, ...extra];
}

/** What a file can be sent as, smallest first. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** Browsers send a handful of different headers. Strangers may send any number, so only so many are remembered. */
const maxCached = 500;
const cached = new Map<string, readonly Encoding[]>();

/**
 * The encodings that an `Accept-Encoding` header takes, best first: by the client's q-values, and among equals the
 * smallest. Ends in `identity`, which is sent to a client that takes nothing we have.
 */
function rankEncodings(header = ''): readonly Encoding[] {
  const known = cached.get(header);
  if (known) return known;
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(encodings, {
    preferred: encodings,
  });
  const ranked = accepted.includes('identity') ? accepted : [...accepted, 'identity' as const];
  if (cached.size < maxCached) cached.set(header, ranked);
  return ranked;
}
