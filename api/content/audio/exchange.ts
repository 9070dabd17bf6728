import type { Request, Response } from 'express';

/** A request for audio and its answer. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  /** Aborted when there is no listener any more. */
  readonly signal: AbortSignal;
}

export function openExchange(request: Request, response: Response): Exchange {
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  return { request, response, signal: leaving.signal };
}

interface Terms {
  /** Who may keep it how long, as `Cache-Control` says it. */
  readonly caching: string;
  /** Whether pages of another host play it. */
  readonly isSiteElsewhere: boolean;
}

/** Sets the headers of audio and sends it; where that fails before anything was sent, takes them back and rejects. */
export async function sendAudio(response: Response, terms: Terms, send: () => Promise<void>): Promise<void> {
  response.setHeader('Cache-Control', `${terms.caching}, no-transform`);
  if (terms.isSiteElsewhere) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  try {
    await send();
  } catch (error) {
    if (response.destroyed) return;
    if (!response.headersSent) clearHeaders(response);
    throw error;
  }
}

/** What was to be sent as audio is answered with a problem. */
function clearHeaders(response: Response): void {
  response.setHeader('Cache-Control', 'no-store');
  for (const name of ['ETag', 'Last-Modified', 'Accept-Ranges', 'Content-Length', 'Content-Range'])
    response.removeHeader(name);
}
