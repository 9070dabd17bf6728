import type { Response } from 'express';

/** Answers with JSON, or with nothing where there is no body. Leaner than Express: no ETag, since data is never cached. */
export function sendReply(response: Response, status: number, body: unknown): void {
  response.statusCode = status;
  if (body === undefined) {
    response.end();
    return;
  }
  const text = JSON.stringify(body);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
