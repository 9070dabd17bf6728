import cors from 'cors';
import type { RequestHandler } from 'express';
import { requestIdHeader } from './request-id.ts';

/** How long browsers may remember what a preflight said, in seconds; two hours is the most that Chromium takes. */
const preflightSeconds = 7_200;

/** Lets pages of these origins (`https://example.com`) call the API, with credentials. */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return cors({
    origin: [...origins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept-Language', requestIdHeader],
    exposedHeaders: [requestIdHeader, 'Retry-After', 'Date'], // members' pages go by the server's clock
    maxAge: preflightSeconds,
    // The answer also names the methods of its path, as to any OPTIONS.
    preflightContinue: true,
  });
}
