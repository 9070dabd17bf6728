import type { ServerResponse } from 'node:http';
import { problemWords, waitingWords, wordsOfField } from './problem-words.ts';
import type { FieldErrorCode, ApiProblemCode, ProblemDetails } from '../../../schemas/api/problem.ts';
import type { Language } from '../../../schemas/api/values.ts';

const statuses: Readonly<Record<ApiProblemCode, number>> = {
  bad_request: 400,
  invalid_fields: 400,
  link_invalid: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  session_ended: 401,
  tokens_outdated: 403,
  other_account: 403,
  no_access: 403,
  analysts_only: 403,
  not_found: 404,
  method_not_allowed: 405,
  email_taken: 409,
  already_subscribed: 409,
  price_changed: 409,
  not_changeable: 409,
  not_refundable: 409,
  guarantee_used: 409,
  // Not 503: proxies ask the next process then, which would make the sound too, and alerts count it.
  being_prepared: 409,
  link_expired: 410,
  link_over: 410,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  busy: 429,
  internal: 500,
  payment_init: 503,
  payment_unavailable: 503,
  unavailable: 503,
  not_ready: 503,
};

/** The status that a problem is sent with. */
export function statusOf(code: ApiProblemCode): number {
  return statuses[code];
}

interface Particulars {
  readonly errors?: readonly FieldMistake[];
  readonly retryAfterSeconds?: number | null;
}

/** The problem of that code in the caller's language. */
export function describeProblem(
  code: ApiProblemCode,
  language: Language,
  { errors: mistakes = [], retryAfterSeconds = null }: Particulars = {},
): ProblemDetails {
  const { title, ...details } = problemWords[code];
  const isLimited = code === 'too_many_requests' && retryAfterSeconds !== null;
  const detail = isLimited ? waitingWords(retryAfterSeconds, language) : details[language];
  const problem = { status: statuses[code], title, detail, code };
  if (mistakes.length === 0) return problem;
  return {
    ...problem,
    errors: mistakes.map((mistake) => ({ ...mistake, message: wordsOfField(mistake.code, language) })),
  };
}

/** Answers with a problem, as `application/problem+json` (RFC 9457). */
export function sendProblem(
  response: ServerResponse,
  problem: ProblemDetails,
  retryAfterSeconds: number | null = null,
): void {
  if (retryAfterSeconds !== null) response.setHeader('Retry-After', Math.max(1, Math.ceil(retryAfterSeconds)));
  if (problem.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  const text = JSON.stringify(problem);
  response.statusCode = problem.status;
  response.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/** What is wrong with one field; its words come with the answer, in the caller's language. */
export interface FieldMistake {
  /** Path with dots, such as `agreements.terms`; empty for the whole. */
  readonly field: string;
  readonly code: FieldErrorCode;
}

interface ApiErrorOptions {
  readonly errors?: readonly FieldMistake[];
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A call that can't be answered as asked: a handler throws it, the caller gets the problem of that code. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiProblemCode;
  readonly errors: readonly FieldMistake[];
  readonly retryAfterSeconds: number | null;

  constructor(code: ApiProblemCode, { errors = [], retryAfterSeconds, cause }: ApiErrorOptions = {}) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}
