import type { StoredVisit } from '../storage.ts';

/**
 * Hides, before the first paint, what visitors would only see a flash of: the first step where a saved visit goes on at
 * another, unless this page goes on by itself; every page of a logged-in user, until the user is loaded
 * (specification, section 2, "App start"). The members' pages are a spinner as they stand.
 */
export function hideFlashes(resumesHere: boolean): void {
  const { dataset } = document.documentElement;
  try {
    const visit = JSON.parse(localStorage.getItem(`visit:${dataset['funnel']}`)!) as StoredVisit | null;
    const shown = (history.state as { visit?: string } | null)?.visit;
    if (visit && !resumesHere && (!visit.finished || (shown && visit.id === shown))) dataset['resuming'] = '';
  } catch {
    // storage is off, or damaged: then nothing goes on
  }
  if ('loading' in dataset && /(^|; )authToken=./.test(document.cookie)) dataset['resuming'] = 'member';
}
