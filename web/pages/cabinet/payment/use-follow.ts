import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { showError } from '../../../session/show-error.ts';
import { useTranslation } from '../../../translation.tsx';
import type { PaymentState } from './payment-machine.ts';

/**
 * What follows from where a payment stands: a problem is said in a toast, what the address says of a payment goes once
 * it is known, and one that failed leads to its own page.
 */
export function useFollow(state: PaymentState, problem: unknown): void {
  const { t } = useTranslation('site');
  const navigate = useNavigate();
  const { search } = useLocation();
  const isAsking = state === 'opening' || state === 'checking' || state === 'waiting';
  useEffect(() => {
    if (state === 'failed') void navigate('/cabinet/payment-error', { replace: true, state: { hasFailed: true } });
    else if (!isAsking && search !== '') void navigate('/cabinet/payment', { replace: true });
  }, [state, isAsking, search, navigate]);

  const told = useRef<unknown>(null);
  useEffect(() => {
    if (problem !== null && problem !== told.current) showError(problem, t);
    told.current = problem;
  }, [problem, t]);
}
