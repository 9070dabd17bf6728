import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ApiProblem } from '../../../session/api-problem.ts';
import { hasAccess } from '../../../session/has-access.ts';
import { payments } from '../../../session/payments.ts';
import { useKnownUser } from '../../../session/use-known-user.ts';
import { usePlayerPart } from '../player/player.ts';

/**
 * Leads to the payment once access has ended while the page was open, as the guard of the page has it. Returns what is
 * to be told of each error: where the server says that access has ended, the user is loaded anew.
 */
export function useAccessEnd(): (error: unknown) => void {
  const user = useKnownUser();
  const navigate = useNavigate();
  const isOut = user !== null && !hasAccess(user.accessTo);
  useEffect(() => {
    if (isOut) void navigate('/cabinet/payment', { replace: true });
  }, [isOut, navigate]);
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
