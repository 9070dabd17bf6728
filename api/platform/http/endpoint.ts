import type { IncomingMessage } from 'node:http';
import type { BodyOf, Call, ParamsOf, QueryOf, ReplyOf } from '../../../schemas/api/call.ts';
import type { ContractCall } from '../../../schemas/api/index.ts';
import type { Language, User } from '../../../schemas/api/values.ts';

/** A request after it was checked against the contract of its call: what its handler works with. */
export interface CallContext<Params = unknown, Query = unknown, Body = unknown, Caller = SignedIn | undefined> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly user: Caller;
  /** The caller's language. */
  readonly locale: Language;
  readonly ip: string;
  /** Where the caller is, ISO 3166, as the proxy in front says (`COUNTRY_HEADER`); null where none does. */
  readonly country: string | null;
  /** As the caller's browser describes itself; empty where it doesn't. */
  readonly userAgent: string;
  readonly requestId: string;
}

export type ContextOf<C extends Call> = CallContext<ParamsOf<C>, QueryOf<C>, BodyOf<C>, CallerOf<C['auth']>>;

type CallerOf<Auth extends Call['auth']> = Auth extends 'user'
  ? SignedIn
  : Auth extends 'optional'
    ? SignedIn | undefined
    : undefined;

/** Answers a call: resolves to the body of its reply (undefined where it has none), or throws an `ApiError`. */
export type Handler<C extends Call> = (context: ContextOf<C>) => Promise<ReplyOf<C>>;

/** The handler of every call, by the call's id: one that is missing doesn't compile. */
export type Endpoints = { readonly [C in ContractCall as C['id']]: Handler<C> };

/** Finds out who makes a request by its access token; throws `not_signed_in` or `tokens_outdated` as an `ApiError`. */
export type Authenticate = (request: IncomingMessage) => Promise<SignedIn>;

/** Who makes a call, as its access token says. */
export interface SignedIn {
  readonly user: User;
  readonly loginId: string;
}
