import type { BodyOf, Call, ParamsOf, ReplyOf } from '../../schemas/api/call.ts';
import { readProblem, type ApiProblem } from './api-problem.ts';
import type { TokenStore } from './tokens.ts';
import type { ApiRequest, Transport } from './transport.ts';
import { WordedError } from './worded-error.ts';

/** What a call takes, by its contract. */
export interface PartsOf<C extends Call> {
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
}

/** Sends calls with the access token, and once more with a new one where the server asks for that (section 8). */
export function createApiClient({ transport, tokens, refresh }: Dependencies): ApiClient {
  const send = async (request: ApiRequest): Promise<Response> => {
    const used = tokens.read()?.accessToken;
    const response = await transport(request, used);
    if (response.ok) return response;
    const problem = await readProblem(response);
    if (used === undefined || !asksForNewTokens(problem)) throw problem;
    await refresh(used);
    const replayed = await transport(request, tokens.read()?.accessToken);
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

async function readReply(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch (error) {
    throw new WordedError('errors.wrong_response_from_server', `${response.url} did not answer with JSON.`, {
      cause: error,
    });
  }
}
