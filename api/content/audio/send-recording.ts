import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Exchange } from './exchange.ts';
import { ApiError } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';

interface Recording {
  readonly folder: string;
  /** Below the folder, and nowhere else. */
  readonly name: string;
  readonly contentId: string;
}

/** Answers with a file of the folder of recordings, by range or whole. A file that is not there is our fault: 503. */
export function sendRecording(response: Response, { folder, name, contentId }: Recording, log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(name, { root: folder, cacheControl: false, dotfiles: 'deny' }, (error?: unknown) => {
      if (!error || response.destroyed) return resolve();
      const { status, headers = {} } = error as { status?: unknown; headers?: Record<string, string> };
      if (status === 416 || status === 412) {
        response.setHeaders(new Map(Object.entries(headers)));
        return resolve(void response.status(status).end());
      }
      if (!response.headersSent) response.removeHeader('Cache-Control');
      log.error('recording_missing', error, { contentId });
      reject(new ApiError('unavailable', { cause: error }));
    });
  });
}

interface Remote {
  readonly url: string;
  readonly contentId: string;
}

/** Until the other server has begun to answer. What it sends then may take as long as the listener listens. */
const upstreamMilliseconds = 10_000;

const passedOn = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const;
const passedBack = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'] as const;

/**
 * Answers with a recording that lies on another server, by range or whole. Listeners don't learn where. What that
 * server doesn't answer as it should is 503.
 */
export async function sendRemote(
  { request, response, signal }: Exchange,
  { url, contentId }: Remote,
  log: Log,
): Promise<void> {
  const answer = await ask(request, url, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw unavailable(log, contentId, { reason: error instanceof Error ? error.name : 'unknown', cause: error });
  });
  if (!isUsable(answer)) {
    await answer.body?.cancel();
    throw unavailable(log, contentId, { reason: `status ${answer.status}` });
  }
  response.status(answer.status).type(answer.headers.get('content-type') ?? 'audio/mpeg');
  for (const name of passedBack) {
    const value = answer.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  if (answer.body === null) return void response.end();
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
}

async function ask(request: Request, url: string, signal: AbortSignal): Promise<globalThis.Response> {
  // As it is, or the length would be of something else.
  const headers = new Headers({ 'Accept-Encoding': 'identity' });
  for (const name of passedOn) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(new DOMException('No answer', 'TimeoutError')), upstreamMilliseconds);
  try {
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    return await fetch(url, { method, headers, signal: AbortSignal.any([signal, slow.signal]) });
  } finally {
    clearTimeout(timer);
  }
}

/** A page that says sorry is no audio, whatever its status. */
function isUsable({ status, headers }: globalThis.Response): boolean {
  if (status === 304 || status === 416) return true;
  const type = headers.get('content-type') ?? 'audio/mpeg';
  return (status === 200 || status === 206) && /^(?:audio|video)\/|^application\/octet-stream/i.test(type);
}

function unavailable(log: Log, contentId: string, { reason, cause }: { reason: string; cause?: unknown }): ApiError {
  log.warn('recording_not_read', { contentId, reason });
  return new ApiError('unavailable', { cause });
}
