import { createHash } from 'node:crypto';
import type { Call, Operation } from '../calls/operation.ts';
import { catchUp } from '../billing/run-billing.ts';
import { type Books, withFreshLinks } from '../state/books.ts';
import { badRequest, StripeFault } from '../stripe-fault.ts';
import { expand } from './expand.ts';
import { createParams, parseForm, type Params } from './params.ts';

export interface Asked {
  readonly operation: Operation;
  /** Address without its query. */
  readonly path: string;
  /** What the address names. */
  readonly id: string;
  /** Parameters, form-encoded. */
  readonly form: string;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
}

export interface Answered {
  readonly status: number;
  readonly body: unknown;
  /** It was answered before, and nothing was done now. */
  readonly isReplayed: boolean;
}

/**
 * Does what was asked, all at once: nobody else's request can come in between, so that no idempotency key is ever in
 * use. As at Stripe, a key remembers what was done and refused cards, not what was refused for its parameters.
 */
export function answer(books: Books, asked: Asked): Answered {
  const key = asked.operation.method === 'POST' ? asked.idempotencyKey : null;
  const fingerprint = fingerprintOf(asked);
  const known = key === null ? undefined : books.tables.answers.get(key);
  if (known && known.fingerprint === fingerprint) return { status: known.status, body: known.body, isReplayed: true };
  if (known) return { ...refuse(usedOtherwise(known.id)), isReplayed: false };
  const result = perform(books, asked);
  if (key !== null && (result.status === 200 || result.status === 402)) {
    books.tables.answers.put({ id: key, fingerprint, ...result, at: books.realTime() });
  }
  return { ...result, isReplayed: false };
}

type Result = Pick<Answered, 'status' | 'body'>;

function perform(books: Books, { operation, form, id, idempotencyKey, requestId }: Asked): Result {
  try {
    const params = createParams(parseForm(form));
    refuseUnknown(operation, params);
    catchUp(books);
    const call: Call = { books, params, id };
    const request = { id: requestId, idempotency_key: idempotencyKey };
    const object = books.asRequest(request, () => operation.run(call));
    return { status: 200, body: withFreshLinks(books, expand(books, object, params.texts('expand'))) };
  } catch (error) {
    if (error instanceof StripeFault) return refuse(error);
    throw error;
  }
}

function refuse(fault: StripeFault): Result {
  return { status: fault.status, body: fault.toBody() };
}

function refuseUnknown({ takes }: Operation, { names }: Params): void {
  const param = names.find((name) => name !== 'expand' && !takes.includes(name));
  if (param === undefined) return;
  throw badRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
}

function fingerprintOf({ operation, path, form }: Asked): string {
  return createHash('sha256').update(`${operation.method} ${path} ${form}`).digest('hex');
}

function usedOtherwise(key: string): StripeFault {
  const message =
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
    `Try using a key other than '${key}' if you meant to execute a different request.`;
  return new StripeFault(400, 'idempotency_error', message);
}
