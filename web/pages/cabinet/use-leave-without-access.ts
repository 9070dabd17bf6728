import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { hasAccess } from '../../session/has-access.ts';
import { payments } from '../../session/payments.ts';
import { useKnownUser } from '../../session/use-known-user.ts';

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
