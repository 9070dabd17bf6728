/** Longer than a refresh pauses for a server in trouble, and over before the guard stops waiting for the user. */
const mostMilliseconds = 6_000;

/**
 * Does the work when no other tab of the browser is at its own. It waits 6 s at most, because a request that hangs has
 * no time-out (specification, section 9). Without locks, which browsers have on https only, nobody waits. In both cases
 * two tabs may refresh with the same token, which the server's grace makes up for.
 */
export async function takeTurn(
  locks: Pick<LockManager, 'request'> | undefined,
  work: () => Promise<void>,
): Promise<void> {
  if (!locks) return work();
  let begun = false;
  const begin = () => {
    begun = true;
    return work();
  };
  try {
    await locks.request('refresh-tokens', { signal: AbortSignal.timeout(mostMilliseconds) }, begin);
  } catch (error) {
    if (begun) throw error;
    await work();
  }
}
