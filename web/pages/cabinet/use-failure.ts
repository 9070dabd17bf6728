import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Why a query has no answer yet, also while it asks again: TanStack forgets that then, and the button to try again
 * would go. Null where there is an answer, and before the first attempt has ended.
 */
export function useFailure({
  data,
  error,
  isPlaceholderData,
}: Pick<UseQueryResult, 'data' | 'error' | 'isPlaceholderData'>): Error | null {
  const [known, setKnown] = useState(error);
  const isAnswered = data !== undefined && !isPlaceholderData;
  const failure = isAnswered ? null : (error ?? known);
  if (failure !== known) setKnown(failure);
  return failure;
}
