import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { createHash } from 'node:crypto';
import type { HeaderFields } from '../http/security-headers.ts';

/** What a file can be sent as, smallest first. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** One thing for each encoding that there is; as it is (`identity`) there always is one. */
type ByEncoding<T> = Readonly<Partial<Record<Encoding, T>>> & { readonly identity: T };

/** The bytes of a file as it is, and compressed where the build did so. */
export type Bodies = ByEncoding<Buffer>;

/** An answer that is ready to be sent: only the encoding is still open. */
export interface PreparedResponse {
  readonly status: number;
  /** Those that every encoding has in common. */
  readonly headers: HeaderFields;
  readonly variants: ByEncoding<{ readonly body: Buffer; readonly headers: HeaderFields }>;
}

/** Works out all that an answer says, once. */
export function prepareResponse(status: number, headers: HeaderFields, bodies: Bodies): PreparedResponse {
  const prepare = ([encoding, body]: [string, Buffer]) => {
    // The headers are part of the tag: a browser must not keep an old security policy with an unchanged page.
    const hash = createHash('sha256').update(JSON.stringify(headers)).update(body).digest('base64url').slice(0, 22);
    const encoded = encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
    return [encoding, { body, headers: { ETag: `"${hash}"`, ...encoded } }];
  };
  return { status, headers, variants: Object.fromEntries(Object.entries(bodies).map(prepare)) };
}

/** Sends it in the client's best encoding, and among equals in the smallest; as 304 when the client has it already. */
export function sendPrepared(
  request: Request,
  response: Response,
  { status, headers, variants }: PreparedResponse,
): void {
  const available = encodings.filter((encoding) => variants[encoding]);
  const [encoding = 'identity'] = new Negotiator(request).encodings(available, { preferred: encodings });
  const variant = variants[encoding]!;
  response.status(status).set(headers).set(variant.headers).send(variant.body);
}
