import type { BodyOf, Call, ParamsOf, ReplyOf } from '../../schemas/api/call.ts';
import type { InvalidField, ApiProblemCode, ProblemDetails } from '../../schemas/api/problem.ts';
import { isOffline, UserFacingError } from '../errors.ts';
import type { TokenStore } from './tokens.ts';
import type { ApiRequest, Transport } from './transport.ts';

/** What a call takes, by its contract. */
interface PartsOf<C extends Call> {
  readonly params?: ParamsOf<C>;
  readonly body?: BodyOf<C>;
}

/** Calls the API as the user of the session. What is not 2xx rejects with an `ApiProblem`. */
export interface ApiClient {
  /** A call of the contract, `api.call<typeof login>('POST', '/v1/auth/login/', { body })`; resolves to its reply. */
  readonly call: <C extends Call>(method: C['method'], path: C['path'], parts?: PartsOf<C>) => Promise<ReplyOf<C>>;
  /** The same with the answer as it came. */
  readonly send: (request: ApiRequest) => Promise<Response>;
}

interface Dependencies {
  readonly transport: Transport;
  readonly tokens: TokenStore;
  /** Replaces the tokens, unless this access token is replaced already. Rejects where that can't be done. */
  readonly refresh: (usedAccessToken: string) => Promise<void>;
  /**
   * Whether the tokens have become another session's, so that this page must not use them. It is on its way out then.
   */
  readonly refuses: () => boolean;
}

/** Sends calls with the access token, and once more with a new one where the server asks for that (section 8). */
export function createApiClient({ transport, tokens, refresh, refuses }: Dependencies): ApiClient {
  const ownAccessToken = (): string | undefined => {
    if (refuses()) throw new ApiProblem(401);
    return tokens.read()?.accessToken;
  };
  const send = async (request: ApiRequest): Promise<Response> => {
    const used = ownAccessToken();
    const response = await transport(request, used);
    if (response.ok) return response;
    const problem = await readProblem(response);
    if (used === undefined || !asksForNewTokens(problem)) throw problem;
    await refresh(used);
    const replayed = await transport(request, ownAccessToken());
    if (replayed.ok) return replayed;
    throw await readProblem(replayed);
  };
  const call: ApiClient['call'] = async (method, path, parts: Pick<ApiRequest, 'params' | 'body'> = {}) => {
    const response = await send({ method, path, ...parts });
    return (response.status === 204 ? undefined : await readReply(response)) as never;
  };
  return { send, call };
}

/** A wrong password is a 401 too, but new tokens wouldn't make it right. */
function asksForNewTokens({ status, code, detail }: ApiProblem): boolean {
  if (status === 401) return code !== 'wrong_credentials';
  return status === 403 && detail === 'Refresh your tokens and try again.';
}

export type { InvalidField as FieldError, ApiProblemCode as ProblemCode };

/** An answer of the API that is not 2xx. `message` is the server's `detail`, in the language on the screen. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** The HTTP status. */
  readonly status: number;
  /** The server's sentence for the visitor; empty where the answer was no problem+json, such as a proxy's page. */
  readonly detail: string;
  /** What programs can rely on; null where the answer was no problem+json. */
  readonly code: ApiProblemCode | null;
  /** What is wrong with which field; empty where it isn't about fields. */
  readonly errors: readonly InvalidField[];

  constructor(status: number, body: Partial<ProblemDetails> = {}) {
    super(body.detail ?? '');
    this.status = status;
    this.detail = body.detail ?? '';
    this.code = body.code ?? null;
    this.errors = body.errors ?? [];
  }
}

/** Whether it may go better the next time: no answer came, or the server is in trouble. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiProblem ? error.status >= 500 || error.status === 429 : isOffline(error);
}

/** The problem that an answer reports. Never rejects: what can't be read has neither detail nor code. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  return new ApiProblem(response.status, isProblem(body) ? body : {});
}

function isProblem(body: unknown): body is Partial<ProblemDetails> {
  if (typeof body !== 'object' || body === null) return false;
  const { detail = '', errors = [] } = body as Record<string, unknown>;
  return typeof detail === 'string' && Array.isArray(errors);
}

/**
 * The object that an answer holds. Rejects with `errors.wrong_response_from_server` where there is none, such as in the
 * page of a hotel's network that stands before the API.
 */
export async function readReply(response: Response): Promise<Partial<Record<string, unknown>>> {
  const reply: unknown = await response.json().catch(() => null);
  if (typeof reply === 'object' && reply !== null) return reply;
  throw new UserFacingError(
    'errors.wrong_response_from_server',
    `${response.url} did not answer with an object in JSON.`,
  );
}
