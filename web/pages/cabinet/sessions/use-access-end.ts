import { useCallback, useEffect } from 'react';
import { ApiProblem } from '../../../session/api-problem.ts';
import { payments } from '../../../session/payments.ts';
import { usePlayerPart } from '../player/player.ts';
import { useLeaveWithoutAccess } from '../use-leave-without-access.ts';

/**
 * Leads to the payment once access has ended, also where the player has learned it first. Returns what is to be told of
 * each error: where the server says that access has ended, the user is loaded anew.
 */
export function useAccessEnd(): (error: unknown) => void {
  useLeaveWithoutAccess();
  const isRefused = usePlayerPart(({ status }) => status === 'refused');
  useEffect(() => {
    if (isRefused) reload();
  }, [isRefused]);
  return useCallback((error: unknown) => {
    if (error instanceof ApiProblem && error.code === 'no_access') reload();
  }, []);
}

/** Where that fails, the next call says once more that access has ended. */
function reload(): void {
  payments.reloadUser().catch(() => undefined);
}
