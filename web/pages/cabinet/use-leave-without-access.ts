import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { hasAccess } from '../../session/has-access.ts';
import { useKnownUser } from '../../session/use-known-user.ts';

/** Leads to the payment once access has ended while the page was open, as the guard of the page has it. */
export function useLeaveWithoutAccess(): void {
  const user = useKnownUser();
  const navigate = useNavigate();
  const isOut = user !== null && !hasAccess(user.accessTo);
  useEffect(() => {
    if (isOut) void navigate('/cabinet/payment', { replace: true });
  }, [isOut, navigate]);
}
