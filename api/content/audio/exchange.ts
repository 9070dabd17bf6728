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
