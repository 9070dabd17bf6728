/**
 * Hides, before the first paint, what visitors would only see a flash of: the first step where a saved visit goes on at
 * another, unless this page goes on by itself; a public page where somebody is logged in.
 */
export function hideFlashes(goesOnHere: boolean): void {
  const { dataset } = document.documentElement;
  try {
    const visit = JSON.parse(localStorage.getItem(`visit:${dataset['funnel']}`)!) as { finished: boolean } | null;
    const isBack = (history.state as { step?: number } | null)?.step;
    if (visit && !goesOnHere && (!visit.finished || isBack)) dataset['resuming'] = '';
  } catch {
    // storage is off, or damaged: then nothing goes on
  }
  if ('public' in dataset && /(^|; )authToken=./.test(document.cookie)) dataset['resuming'] = 'member';
}
