import { earlyKeyPrefix, type StoredVisit } from '../storage.ts';

/**
 * The script that stands inline in every prerendered page after what is painted first, which waits for it; the starter
 * script (main.ts) comes after the paint. It hides what visitors would only see a flash of: the first step where a visit
 * goes on at another; every page of a logged-in user, until the user is loaded (specification, section 2, "App start").
 * The members' pages are a spinner as they stand.
 */
const { dataset } = document.documentElement;
const { funnel } = dataset;
try {
  const visit = JSON.parse(localStorage.getItem(`visit:${funnel}`)!) as StoredVisit | null;
  const shown = history.state as { step?: number; visit?: string } | null;
  const goesOn = visit && (!visit.finished || (shown?.visit && visit.id === shown.visit));
  if (goesOn || (shown?.step && sessionStorage.getItem(earlyKeyPrefix + funnel))) dataset['resuming'] = '';
} catch {
  // storage is off, or damaged: then nothing goes on
}
if ('loading' in dataset && /(^|; )authToken=./.test(document.cookie)) dataset['resuming'] = 'member';
