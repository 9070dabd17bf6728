import express, { type Request, type Response } from 'express';
import { ApiError } from './api-error.ts';

/** Larger than any sign-up with the answers of a long quiz. */
const limitBytes = 64 * 1024;

/** Types of bodies: JSON that says so, and JSON that a beacon sent. */
export const jsonTypes: readonly string[] = ['application/json'];
export const beaconTypes: readonly string[] = ['application/json', 'text/plain'];

const parseJson = express.json({ limit: limitBytes, inflate: false, type: [...beaconTypes] });

/**
 * The JSON that came with the request; an empty object where nothing came. Rejects what is not of these types, with
 * `unsupported_media_type`, and what is not JSON with the parser's own error, whose `status` is a 4xx.
 */
export function readBody(request: Request, response: Response, types: readonly string[]): Promise<unknown> {
  if (request.is([...types]) === false) return Promise.reject(new ApiError('unsupported_media_type'));
  return new Promise((resolve, reject) => {
    parseJson(request, response, (error: unknown) => {
      if (error) reject(error);
      else resolve(request.body ?? {});
    });
  });
}
