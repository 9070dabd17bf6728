import express, { type Request, type Response } from 'express';
import { ApiError } from './api-error.ts';

/** Larger than any sign-up with the answers of a long quiz. */
const limitBytes = 64 * 1024;

const parseJson = express.json({ limit: limitBytes, inflate: false });

/**
 * The JSON that came with the request; an empty object where nothing came. Rejects what is not JSON, with
 * `unsupported_media_type` or the parser's own error, whose `status` is a 4xx.
 */
export function readBody(request: Request, response: Response): Promise<unknown> {
  if (request.is('application/json') === false) return Promise.reject(new ApiError('unsupported_media_type'));
  return new Promise((resolve, reject) => {
    parseJson(request, response, (error: unknown) => {
      if (error) reject(error);
      else resolve(request.body ?? {});
    });
  });
}
