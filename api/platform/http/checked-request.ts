import { isIP } from 'node:net';
import type { Request } from 'express';
import type { Language } from '../../../schemas/api/values.ts';
import type { SignedIn } from '../../accounts/signed-in.ts';
import type { CheckedContext } from './handler.ts';
import { languageOf } from './language.ts';
import { withoutPort } from './without-port.ts';

interface CheckedParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly user: SignedIn | undefined;
  readonly requestId: string;
}

/** What a handler is given. Language and address are worked out only for handlers that ask. */
export class CheckedRequest implements CheckedContext {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly user: SignedIn | undefined;
  readonly requestId: string;
  readonly #request: Request;

  constructor(request: Request, { params, query, body, user, requestId }: CheckedParts) {
    this.#request = request;
    this.params = params;
    this.query = query;
    this.body = body;
    this.user = user;
    this.requestId = requestId;
  }

  get locale(): Language {
    return languageOf(this.#request);
  }

  /** An IPv4 or IPv6 address; IPv4 in its own form also where the socket is an IPv6 one. */
  get ip(): string {
    const address = withoutPort(this.#request.ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
    return isIP(address) === 0 ? 'unknown' : address;
  }
}
