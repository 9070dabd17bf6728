import type { IncomingMessage } from 'node:http';
import { ApiError } from './problem.ts';

/** Of JSON: larger than any sign-up with the answers of a long quiz. */
export const maxJsonBytes = 64 * 1024;

/**
 * The JSON object or array that comes with the request; an empty object where nothing comes. Rejects with `too_large` or
 * `bad_request`.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const value = parseJson(await readBytes(request, maxJsonBytes));
  if (value === null) throw new ApiError('bad_request');
  return value;
}

/**
 * What comes with the request. Rejects with `too_large` as soon as that is known to be more, without waiting for the
 * rest, and with `bad_request` where the client leaves before its end.
 */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > maxBytes) return reject(new ApiError('too_large'));
    const chunks: Buffer[] = [];
    let bytes = 0;
    const refuse = () => reject(new ApiError('bad_request'));
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else reject(new ApiError('too_large'));
    });
    request.once('error', refuse);
    request.once('close', () => {
      if (!request.complete) refuse();
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
  });
}

/** Null for what is neither an object nor an array. */
function parseJson(bytes: Buffer): object | null {
  if (bytes.length === 0) return {};
  try {
    const text = bytes.toString();
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
