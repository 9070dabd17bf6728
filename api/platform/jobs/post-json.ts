import { JobError, JobRefused } from './queue.ts';

const timeoutMilliseconds = 10_000;

interface PostedRequest {
  readonly url: string;
  /** JSON; without it the request has no body. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Posts to another's server. Rejects with a `JobError` where it may work later, and with a `JobRefused` where the request
 * isn't taken; neither has the address in its words, which may hold a token. `name`: who it is, for these words.
 */
export async function postJson(name: string, request: PostedRequest, signal: AbortSignal): Promise<void> {
  const response = await post(request, signal).catch((error: unknown) => {
    throw new JobError(`${name} did not answer`, { cause: error });
  });
  await response.body?.cancel();
  if (response.ok) return;
  const mayPass = response.status >= 500 || response.status === 429 || response.status === 408;
  throw new (mayPass ? JobError : JobRefused)(`${name} answered ${response.status}`);
}

function post({ url, body, headers = {} }: PostedRequest, signal: AbortSignal): Promise<Response> {
  const content = body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json', ...headers } };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)]);
  return fetch(url, { method: 'POST', redirect: 'error', signal: inTime, ...content });
}
