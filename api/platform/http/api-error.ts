import type { FieldErrorCode, ProblemCode } from '../../../schemas/api/problem.ts';

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
  readonly code: ProblemCode;
  readonly errors: readonly FieldMistake[];
  readonly retryAfterSeconds: number | null;

  constructor(code: ProblemCode, { errors = [], retryAfterSeconds, cause }: ApiErrorOptions = {}) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}
