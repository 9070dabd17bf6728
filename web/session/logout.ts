import type { logout } from '../../schemas/api/auth.ts';
import { isOffline } from '../errors.ts';
import { entriesWith, logoutKeyPrefix, readEntry, removeEntry, writeEntry } from '../storage.ts';
import { ApiProblem, mayPass } from './api-client.ts';
import { session } from './page-session.ts';
import { isToken, sessionIdOf, type Tokens } from './tokens.ts';

/** Waiting longer for an answer counts as offline: milliseconds. */
const timeout = 6_000;
/** By then the log-in has ended by itself: milliseconds. */
const maxAge = 30 * 86_400_000;

/**
 * Ends the log-in of these tokens on the server. Resolves to false offline: the server gets it once the connection is
 * back, by whatever page is open then. Rejects where the server refuses.
 */
export async function endOnServer(tokens: Tokens): Promise<boolean> {
  try {
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, timeout, false));
    if (await Promise.race([send(tokens).then(() => true), late])) return true;
  } catch (error) {
    if (!isOffline(error)) throw error;
  }
  const key = `${logoutKeyPrefix}${sessionIdOf(tokens) ?? ''}`;
  writeEntry(key, { ...tokens, at: Date.now() });
  sendOnline(key);
  return false;
}

/** Tells the server of the log-ins that have ended in this browser while it was offline. Never rejects. */
export async function sendLogouts(): Promise<void> {
  await Promise.all(entriesWith(logoutKeyPrefix).map(sendStored));
}

/** The server's answer settles it, unless the server is in trouble. */
async function sendStored(key: string): Promise<void> {
  const tokens = readTokens(key);
  try {
    if (tokens) await send(tokens);
  } catch (error) {
    if (!(error instanceof ApiProblem) || mayPass(error)) return sendOnline(key);
  }
  removeEntry(key);
}

/** Null where they are too old, or what is there is none of ours. */
function readTokens(key: string): Tokens | null {
  const { accessToken, refreshToken, at } = Object(readEntry(key)) as Partial<Record<string, unknown>>;
  const isCurrent = Date.now() - Number(at) < maxAge;
  return isCurrent && isToken(accessToken) && isToken(refreshToken) ? { accessToken, refreshToken } : null;
}

function sendOnline(key: string): void {
  addEventListener('online', () => void sendStored(key), { once: true });
}

const send = (body: Tokens) => session().api.call<typeof logout>('POST', '/v1/auth/logout/', { body });
