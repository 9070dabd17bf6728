import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { ApiProblemCode } from './problem.ts';

/**
 * One call of the API: its address as the specification (section 7) writes it, what it takes and what it answers. The
 * server checks requests against it, TypeScript takes its types from it, and `openapi.json` is made of it.
 */
export interface Call {
  /** The operation's name for programs, unique. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`, with its parameters in braces: `/v1/auth/verify/{userId}/{token}/`. */
  readonly path: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** `user`: only with the bearer access token of a live session. `optional`: some requests need it, others don't. */
  readonly auth: 'none' | 'user' | 'optional';
  /** Schemas of JSON objects. `query` values arrive as text; a parameter that may be repeated is an array. */
  readonly params?: JSONSchema;
  readonly query?: JSONSchema;
  readonly body?: JSONSchema;
  /** The JSON may also come as text/plain: a browser's beacon sends no other type to a host of another name at once. */
  readonly beacon?: true;
  /**
   * `body` is missing where the answer has none. `cookies`: which cookies a page of our own origin gets as well, each with
   * the field of the body that it holds.
   */
  readonly reply: {
    readonly status: 200 | 201 | 204;
    readonly body?: JSONSchema;
    readonly cookies?: Readonly<Record<string, string>>;
  };
  /** Problems of its own, besides those that any call of its kind can answer with. */
  readonly problems: readonly ApiProblemCode[];
}

/** Of calls in general nothing is known of their parts; asking the library would take the compiler forever. */
type Part<C, Name extends string> = C extends { readonly [name in Name]: infer S extends JSONSchema }
  ? JSONSchema extends S
    ? unknown
    : FromSchema<S>
  : undefined;

export type ParamsOf<C extends Call> = Part<C, 'params'>;
export type QueryOf<C extends Call> = Part<C, 'query'>;
export type BodyOf<C extends Call> = Part<C, 'body'>;
export type ReplyOf<C extends Call> = Part<C['reply'], 'body'>;
