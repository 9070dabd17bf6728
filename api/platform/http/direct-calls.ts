import type { Request, RequestHandler, Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { maxJsonBytes, readJson } from './bodies.ts';
import { type LogCall, requestIdHeader } from './log-calls.ts';
import { dataHeaders, type HeaderList, strictTransportSecurity } from './security-headers.ts';

/** What a request brings besides its headers, and what its answer has to say besides its own. */
interface CallInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly ip: () => string;
  readonly readBody: () => Promise<unknown>;
  readonly headers: HeaderList;
}

/** Answers the request of a call, or rejects with what went wrong. */
export type CallListener = (request: IncomingMessage, response: ServerResponse, input: CallInput) => Promise<void>;

/** A call without parameters, with the content types that its body may have; null where it takes none. */
export interface DirectCall {
  readonly method: string;
  /** As it stands in requests: `/api/v1/events/`. */
  readonly target: string;
  readonly bodyTypes: readonly string[] | null;
  readonly answer: CallListener;
}

interface DirectDependencies {
  readonly calls: readonly DirectCall[];
  readonly logCall: LogCall;
  /** Answers for a call that failed. */
  readonly fail: (error: unknown, request: IncomingMessage, response: ServerResponse) => void;
  /** Sets the headers of CORS for pages of other origins; null where there are none. */
  readonly allowOrigins: RequestHandler | null;
  readonly isTrusted: IsTrusted;
  /** In production, answers over https have HSTS. */
  readonly production: boolean;
}

/**
 * Answers the usual requests of calls without parameters, for which Express would take several times what they take
 * themselves. Returns false, having done nothing, for anything unusual: Express answers that, and in the same way.
 */
export function createDirectCalls({ calls, logCall, fail, allowOrigins, isTrusted, production }: DirectDependencies) {
  const byTarget = new Map(calls.map((call) => [`${call.method} ${call.target}`, call]));

  async function answer(call: DirectCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const https = production && isSecure(request, isTrusted) ? strictTransportSecurity : [];
    const headers = [...dataHeaders, ...https, requestIdHeader, logCall(request, response).requestId];
    const ip = () => clientAddress(request, isTrusted);
    allowOrigins?.(request as Request, response as Response, () => undefined);
    try {
      await call.answer(request, response, { params: {}, query: {}, ip, readBody: () => readJson(request), headers });
    } catch (error) {
      for (let at = 0; at < headers.length && !response.headersSent; at += 2)
        response.setHeader(headers[at]!, headers[at + 1]!);
      fail(error, request, response);
    }
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const call = byTarget.get(`${request.method} ${request.url}`);
    if (!call) return false;
    if (call.bodyTypes !== null && !hasPlainBody(request, call.bodyTypes)) return false;
    void answer(call, request, response);
    return true;
  };
}

/** Whether it is of a known length within the limit, of one of these types, in UTF-8, and not compressed. */
function hasPlainBody({ headers }: IncomingMessage, types: readonly string[]): boolean {
  const length = headers['content-length'];
  if (length === undefined || Number(length) > maxJsonBytes) return false;
  if (headers['content-encoding'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  const [, type = ''] = /^([a-z]+\/[a-z]+)(?:; ?charset=utf-8)?$/i.exec(headers['content-type'] ?? '') ?? [];
  return types.includes(type.toLowerCase());
}

/** Whether an address is that of a proxy whose headers are believed; `hop`: how many were between it and us. */
export type IsTrusted = (address: string, hop: number) => boolean;

/** The address of the client, as far as trusted proxies tell it: as `request.ip` of Express. */
function clientAddress({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  let address = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded !== 'string') return address;
  const hops = forwarded
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  for (const [index, next] of hops.reverse().entries()) {
    if (!isTrusted(address, index)) break;
    address = next;
  }
  return address;
}

/** The country that a trusted proxy names in a header, ISO 3166: any other would let visitors choose their prices. */
export function countryIn(header: string, { headers, socket }: IncomingMessage, isTrusted: IsTrusted): string | null {
  const named = headers[header];
  if (typeof named !== 'string' || !/^[a-z]{2}$/i.test(named)) return null;
  return isTrusted(socket.remoteAddress ?? '', 0) ? named.toUpperCase() : null;
}

/** Whether the client came by https, as far as trusted proxies tell it: as `request.secure` of Express. */
function isSecure({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): boolean {
  const isOwn = 'encrypted' in socket && socket.encrypted === true;
  const forwarded = headers['x-forwarded-proto'];
  if (typeof forwarded !== 'string' || forwarded === '' || !isTrusted(socket.remoteAddress ?? '', 0)) return isOwn;
  return forwarded.split(',', 1)[0]!.trim() === 'https';
}
