import { useTranslation } from '../../../translation.tsx';
import { minutesLeft, type Extent } from './minutes.ts';

/** Says how long a session is, or how much of it is left where it is in progress. */
export function useLength(extent: Extent): string {
  const { t } = useTranslation('cabinet');
  return t(extent.status === 'in_progress' ? 'sessions.left' : 'sessions.minutes', { count: minutesLeft(extent) });
}
