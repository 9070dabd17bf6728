import type { refreshToken } from '../../schemas/api/auth.ts';
import type { BodyOf } from '../../schemas/api/call.ts';
import { ApiProblem, readProblem, readReply } from './api-client.ts';
import { type Tokens, type TokenStore, toTokens } from './tokens.ts';
import type { Transport } from './transport.ts';

/** More attempts than these within a minute end the session (specification, section 8). */
const maxAttempts = 3;
const attemptsCountForMilliseconds = 60_000;

/** A server in trouble (5xx, 429) is asked again after these pauses, in milliseconds. */
const pauses = [1_000, 3_000];

interface Dependencies {
  readonly transport: Transport;
  readonly tokens: TokenStore;
  /** Ends the session and leads to the root route. */
  readonly clear: () => void;
  /** Milliseconds. */
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Runs one at a time among all tabs; where browsers can't do that, the server's grace makes up for it. */
  readonly oneTabAtATime: (work: () => Promise<void>) => Promise<void>;
}

/**
 * Exchanges the tokens for new ones, once for all requests and tabs that ask. Resolves when other tokens than the one
 * that was used are there; rejects when they can't be loaded. A failure of the call, or the fourth attempt within 60 s,
 * clears the session. A server in trouble gets a few seconds to recover before it has failed. Without an answer of the
 * API (none at all, or a network's own page) the call was not made: the tokens stay, and it does not count.
 */
export function createRefresh(dependencies: Dependencies): (usedAccessToken: string) => Promise<void> {
  const attempts: number[] = [];
  let running: Promise<void> | null = null;
  return (used) => {
    running ??= dependencies
      .oneTabAtATime(() => refreshOnce(used, attempts, dependencies))
      .finally(() => {
        running = null;
      });
    return running;
  };
}

/** `attempts`: when each of the last ones was made. */
async function refreshOnce(used: string, attempts: number[], dependencies: Dependencies): Promise<void> {
  const { tokens, clear, now } = dependencies;
  const held = tokens.read();
  if (!held) throw new ApiProblem(401);
  if (held.accessToken !== used) return; // another request or tab was faster
  const recent = attempts.filter((time) => now() - time < attemptsCountForMilliseconds);
  if (recent.length >= maxAttempts) {
    clear();
    throw new ApiProblem(401);
  }
  attempts.splice(0, Infinity, ...recent, now());
  try {
    const fresh = await exchange(held, dependencies);
    if (tokens.read()?.refreshToken === held.refreshToken) tokens.write(fresh);
  } catch (error) {
    if (!(error instanceof ApiProblem)) {
      attempts.pop();
      throw error;
    }
    if (tokens.read()?.refreshToken === held.refreshToken) {
      clear();
      throw error;
    }
  }
  if (!tokens.read()) throw new ApiProblem(401); // logged out meanwhile
}

async function exchange({ refreshToken: token }: Tokens, { transport, pause }: Dependencies): Promise<Tokens> {
  const body: BodyOf<typeof refreshToken> = { refreshToken: token };
  const ask = () => transport({ method: 'POST', path: '/v1/auth/refresh-token/', body });
  let response = await ask();
  for (const milliseconds of pauses) {
    if (!isInTrouble(response)) break;
    await pause(milliseconds);
    response = await ask();
  }
  if (!response.ok) throw await readProblem(response);
  const { newAccessToken, newRefreshToken } = await readReply(response);
  return toTokens(newAccessToken, newRefreshToken);
}

/** Whether the server could not decide, so that a moment later it may. */
function isInTrouble({ status }: Response): boolean {
  return status >= 500 || status === 429;
}

/** Longer than a refresh pauses for a server in trouble, and over before the guard stops waiting for the user. */
const maxMilliseconds = 6_000;

/**
 * Does the work when no other tab of the browser is at its own. It waits 6 s at most, because a request that hangs has
 * no time-out (specification, section 9). Without locks, which browsers have on https only, no tab waits. In both cases
 * two tabs may refresh with the same token, which the server's grace makes up for.
 */
export async function takeTurn(
  locks: Pick<LockManager, 'request'> | undefined,
  work: () => Promise<void>,
): Promise<void> {
  if (!locks) return work();
  let hasStarted = false;
  const begin = () => {
    hasStarted = true;
    return work();
  };
  try {
    await locks.request('refresh-tokens', { signal: AbortSignal.timeout(maxMilliseconds) }, begin);
  } catch (error) {
    if (hasStarted) throw error;
    await work();
  }
}
