import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePlayerPart } from './player/player.ts';
import { ApiProblem } from '../../session/api-client.ts';
import { hasAccess } from '../../session/current-user.ts';
import { payments } from './payments.ts';
import { useKnownUser } from '../../session/use-known-user.ts';

/**
 * Leads to the payment once access has ended, also where the player has learned it first. Returns what is to be said of
 * each error: where the server says that access has ended, the user is loaded again.
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

/**
 * Leads to the payment once access has ended while the page was open, as the guard of the page has it: the server is
 * asked first, as it may have renewed what is known here.
 */
export function useLeaveWithoutAccess(): void {
  const user = useKnownUser();
  const navigate = useNavigate();
  const end = user?.accessTo?.getTime() ?? 0;
  const isOut = user !== null && !hasAccess(user.accessTo);
  const [confirmedEnd, setConfirmedEnd] = useState<number>();
  useEffect(() => {
    if (!isOut) return;
    if (confirmedEnd === end) void navigate('/cabinet/payment', { replace: true });
    else
      void payments
        .reloadUser()
        .catch(() => undefined)
        .then(() => setConfirmedEnd(end));
  }, [isOut, confirmedEnd, end, navigate]);
}
